/**
 * A value beyond bounds reflected at them until it is within: y ↦ 2·min − y below min, 2·max − y above max.
 *
 * A reflected random walk keeps a uniform distribution between the bounds uniform, and does not pile up values at a
 * bound. Near a bound it keeps ranks as well as the walk itself does. A value within is given back bit for bit. Bounds
 * that are equal leave one value.
 *
 * @param value - The value; NaN stays NaN.
 * @param min - The least, or −Infinity.
 * @param max - The greatest, min or more, or Infinity.
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
