/**
 * Computes √(a² + b²), within 1.2 units of the last place; no square overflows or vanishes.
 *
 * @param a - Any number.
 * @param b - Any number.
 * @returns The root; ∞ if either is infinite, else NaN if either is missing.
 */
export function hypot(a: number, b: number): number {
  const x = Math.max(Math.abs(a), Math.abs(b))
  if (x > 1e150) return Number.isFinite(x) ? hypot(a * 2 ** -600, b * 2 ** -600) * 2 ** 600 : x
  if (x < 1e-140) return x === 0 ? 0 : hypot(a * 2 ** 600, b * 2 ** 600) * 2 ** -600
  if (Number.isNaN(x)) return Math.abs(a) === Infinity || Math.abs(b) === Infinity ? Infinity : x
  return Math.sqrt(a * a + b * b)
}
