/** A channel in pixels: not through the plot's scale. */
export function pixels<T>(value: string | ((datum: T) => number)): {
  readonly value: string | ((datum: T) => number)
  readonly scale: null
} {
  return { value, scale: null }
}
