import { randomSortOrder, sortedValues } from '@sdc/stats'
import type { Rng } from '@sdc/core'

/**
 * Assigns draws by rank (reverse mapping): the record with rank r gets the r-th of the sorted draws.
 *
 * @param values - x, n of them with m present; missing ones (NaN) stay missing.
 * @param draws - m numbers in any order.
 * @param rng - Orders equal values of x, by a number of each record from the stream of its block.
 * @returns y; if x_i < x_j, then y_i ≤ y_j.
 *
 * Cost: O(n), two radix sorts.
 */
export function mapDraws(values: Float64Array, draws: Float64Array, rng: Rng): Float64Array {
  const order = randomSortOrder(values, rng)
  const sorted = sortedValues(draws)
  const mapped = new Float64Array(values.length).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) mapped[order[at]] = sorted[at]
  return mapped
}
