import { quantiles } from '@sdc/stats'

/**
 * Moves values below the a-quantile and above the (1 − a)-quantile (type 7) by `by` towards the median, not beyond it;
 * the others stay unchanged. Keeps the order within the two tails and the middle. Cost: O(n log n).
 *
 * @param values - n values, none missing.
 * @param by - Distance to move, in the unit of the values.
 * @param tailShare - a, from 0 to ½.
 * @returns The moved values.
 */
export function shrinkTails(values: Float64Array, by: number, tailShare: number): Float64Array {
  const [low, centre, high] = quantiles(values, [tailShare, 0.5, 1 - tailShare])
  return values.map((value) => {
    if (value < low) return Math.min(value + by, centre)
    return value > high ? Math.max(value - by, centre) : value
  })
}

/**
 * Moves fitted values below the a-quantile and above the (1 − a)-quantile (type 7) by `by` to the side of the original
 * value. The others stay unchanged, and so does one that equals the original value.
 *
 * @param values - f, n of them.
 * @param original - x, n of them.
 * @param by - F·s.
 * @param tailShare - a.
 * @returns f + by·sign(x − f) in the tails.
 *
 * Cost: O(n log n).
 */
export function shiftTails(values: Float64Array, original: Float64Array, by: number, tailShare: number): Float64Array {
  const [low, high] = quantiles(values, [tailShare, 1 - tailShare])
  return values.map((value, i) => (value < low || value > high ? value + by * Math.sign(original[i] - value) : value))
}
