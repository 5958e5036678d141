/**
 * Reflects a value at the bounds until it is between them: y ↦ 2·min − y below min, 2·max − y above max.
 *
 * A reflected random walk keeps a uniform distribution between the bounds uniform, and does not pile up values at a
 * bound. Near a bound it keeps ranks as well as the walk itself does. A value between the bounds is returned bit for
 * bit. Equal bounds leave one value.
 *
 * @param value - Value to reflect; NaN stays NaN.
 * @param min - Lower bound, or −Infinity.
 * @param max - Upper bound, min or more, or Infinity.
 * @returns A value from min to max.
 */
export function foldWithin(value: number, min: number, max: number): number {
  if (!(value < min || value > max)) return value
  if (max === Infinity) return min + (min - value)
  if (min === -Infinity) return max - (value - max)
  const width = max - min
  if (width === 0 || !(width < Infinity)) return value < min ? min : max
  const period = 2 * width
  const from = (((value - min) % period) + period) % period
  const folded = from <= width ? min + from : max - (from - width)
  return Math.min(max, Math.max(min, folded))
}
