import type { Rng } from '@sdc/core'
import { orderRuns } from './random-order.js'
import { tieRuns } from './sort-order.js'

/** Rank of equal values: in random order, in index order, or all the mean, lowest or highest of their ranks. */
export type TieRule = 'random' | 'average' | 'min' | 'max' | 'first'

/**
 * Sorts as `sortOrder`, but with every run of equal values in random order. It is the total order (value, tie, record),
 * where tie is a number of the record from the stream of its block (`rng.child('0')`, …). A node gives one such order:
 * a second order, or one of another column, needs its own node.
 *
 * @param values - n values, NaN if missing.
 * @param rng - Node of the random streams.
 * @returns The indices of the values that are not missing.
 */
export function randomSortOrder(values: Float64Array, rng: Rng): Uint32Array {
  const { order, starts } = tieRuns(values)
  orderRuns(order, starts, values.length, rng)
  return order
}

/**
 * Computes ranks, 1-based and ascending.
 *
 * Missing values (NaN) are not ranked and stay NaN; −0 equals 0. The ranks of m values lie in 1…m, and sum to m(m +
 * 1)/2 under every rule but `min` and `max`. Random ties are those of `randomSortOrder`.
 *
 * @param values - n values, NaN if missing.
 * @param ties - Rank of equal values.
 * @param rng - Source of the random numbers, for `random` only.
 * @returns n ranks.
 * @throws RangeError for random ties without `rng`.
 *
 * Cost: O(n), see `sortOrder`.
 */
export function rank(values: Float64Array, ties: TieRule, rng?: Rng): Float64Array {
  if (ties === 'random' && rng === undefined) throw new RangeError('random ties need a source of random numbers')
  const { order, starts } = tieRuns(values)
  const ranks = new Float64Array(values.length)
  if (order.length < values.length) ranks.fill(Number.NaN)
  if (ties === 'random' && rng !== undefined) orderRuns(order, starts, values.length, rng)
  const untied = starts.length === order.length + 1
  if (untied || ties === 'random' || ties === 'first') {
    for (let at = 0; at < order.length; at++) ranks[order[at]] = at + 1
    return ranks
  }
  for (let run = 0; run + 1 < starts.length; run++) {
    const from = starts[run]
    const to = starts[run + 1]
    const shared = ties === 'min' ? from + 1 : ties === 'max' ? to : (from + 1 + to) / 2
    for (let at = from; at < to; at++) ranks[order[at]] = shared
  }
  return ranks
}
