/**
 * Lets something be told at most so often; what comes too soon after another is not told.
 *
 * @param pause - Milliseconds between two.
 * @param tell - What tells it.
 * @param now - A clock in milliseconds.
 * @returns What may be called as often as one likes.
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
