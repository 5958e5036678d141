import { countBelow, countUpTo } from '@sdc/stats'
import type { ValueIntervals } from './rank-swap-candidates.js'

/**
 * Tolerance for a mean of values that all equal x: it may differ in some of its last bits, and in its last printed
 * digit; so close a value counts as x. A share of the value, or of the column's range if that is less: values around
 * 10¹² that differ by 1 are as far apart as 0 and 1.
 */
const MEAN_ROUNDING = 2 ** -40
/** Rounding of a number in memory, as a share of it. */
const HELD_ROUNDING = 2 ** -50

/**
 * Returns the interval in which individual ranking leaves each value of `x`.
 *
 * [max{m < x}, min{m > x}] of the masked values m. Groups are cut out of the sorted column, so a group below that of x
 * has no mean above x, and one above it none below. The masked value of x is then the greatest mean below x, x itself,
 * or the smallest mean above x. This holds even if equal values straddle groups, where "the two groups next to x" would
 * miss it. The size of the groups need not be known. The interval is unbounded if no mean lies on that side. A missing
 * x has an empty interval. Cost: O(log m) a value. Source: Torra 2013, individual ranking.
 *
 * @param x - Values that an intruder knows.
 * @param sorted - The masked column, ascending, without missing values.
 * @returns An interval for each value.
 */
export function neighbouringMeans(x: Float64Array, sorted: Float64Array): ValueIntervals {
  const least = new Float64Array(x.length).fill(Infinity)
  const most = new Float64Array(x.length).fill(-Infinity)
  const range = sorted.length > 0 ? sorted[sorted.length - 1] - sorted[0] : 0
  for (let r = 0; r < x.length; r++) {
    if (x[r] !== x[r]) continue
    const size = Math.abs(x[r])
    const near = MEAN_ROUNDING * Math.min(size, range) + HELD_ROUNDING * size
    const below = countBelow(sorted, x[r] - near)
    const upTo = countUpTo(sorted, x[r] + near)
    least[r] = below > 0 ? sorted[below - 1] : -Infinity
    most[r] = upTo < sorted.length ? sorted[upTo] : Infinity
  }
  return { least, most }
}
