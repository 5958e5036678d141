import { countBelow, countUpTo, log2, sortOrder } from '@sdc/stats'
import { powerOfTwo, rangeVariance } from '@sdc/stats/internal'

/**
 * Computes the variance of the values of a column whose rank is within d of a given one, as a share of the column's
 * variance.
 *
 * values, ranks: n of each, without missing values, the ranks ascending with the values; equal values have equal ranks
 * and so are in or out together. 0 if fewer than two values are within d, and for a constant column. Cost: a sort, then
 * O(log n) per rank. Exact scaling by a power of two keeps squares of any values from overflowing.
 */
export function localVariance(values: Float64Array, ranks: Float64Array, d: number): (rank: number) => number {
  const order = sortOrder(values)
  const sortedRanks = Float64Array.from(order, (i) => ranks[i])
  const n = order.length
  // Computed by halves, because the range of values may overflow.
  const range = n === 0 ? 0 : values[order[n - 1]] / 2 - values[order[0]] / 2
  if (!(range > 0)) return () => 0
  // Limited to the exponents of double precision, whose powers of two are from −1074 to 1023.
  const scale = powerOfTwo(-Math.min(1000, Math.max(-1000, Math.ceil(log2(range)))))
  const between = rangeVariance(Float64Array.from(order, (i) => values[i] * scale))
  const whole = between(0, n)
  return (rank) => {
    const first = countBelow(sortedRanks, rank - d)
    const last = countUpTo(sortedRanks, rank + d)
    return last - first < 2 ? 0 : between(first, last) / whole
  }
}
