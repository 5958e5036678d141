/** Returns a channel in pixels, which bypasses the scale of the plot. */
export function pixels<T>(value: string | ((datum: T) => number)): {
  readonly value: string | ((datum: T) => number)
  readonly scale: null
} {
  return { value, scale: null }
}
