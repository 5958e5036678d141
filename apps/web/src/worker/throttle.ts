/**
 * Limits the rate of calls; a call too soon after another is dropped.
 *
 * @param pause - Milliseconds between two calls.
 * @param tell - Function to call.
 * @param now - A clock in milliseconds.
 * @returns A function that may be called at any rate.
 */
export function throttle<T>(
  pause: number,
  tell: (value: T) => void,
  now: () => number = () => performance.now(),
): (value: T) => void {
  let told = -Infinity
  return (value) => {
    const at = now()
    if (at - told < pause) return
    told = at
    tell(value)
  }
}
