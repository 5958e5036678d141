import type { Rng } from '@sdc/core'
import { tieRuns } from './sort-order.js'

/** What equal values get: ranks in random or in index order, or all the mean, lowest or highest of their ranks. */
export type TieRule = 'random' | 'average' | 'min' | 'max' | 'first'

/** As `sortOrder`, but every run of equal values is in random order. Draws nothing where there are no ties. */
export function randomSortOrder(values: Float64Array, rng: Rng): Uint32Array {
  const { order, starts } = tieRuns(values)
  shuffleRuns(order, starts, rng)
  return order
}

/**
 * Ranks, 1-based and ascending.
 *
 * Missing values (NaN) are not ranked and stay NaN; −0 equals 0. The ranks of m values lie in 1…m, and sum to
 * m(m + 1)/2 under every rule but `min` and `max`. Throws RangeError when ties are random and there is no `rng`.
 * Cost: O(n), see `sortOrder`.
 */
export function rank(values: Float64Array, ties: TieRule, rng?: Rng): Float64Array {
  if (ties === 'random' && rng === undefined) throw new RangeError('random ties need a source of random numbers')
  const { order, starts } = tieRuns(values)
  const ranks = new Float64Array(values.length)
  if (order.length < values.length) ranks.fill(Number.NaN)
  if (ties === 'random' && rng !== undefined) shuffleRuns(order, starts, rng)
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

/** Fisher–Yates inside every run. */
function shuffleRuns(order: Uint32Array, starts: Uint32Array, rng: Rng): void {
  if (starts.length === order.length + 1) return
  for (let run = 0; run + 1 < starts.length; run++) {
    const from = starts[run]
    for (let last = starts[run + 1] - 1; last > from; last--) {
      const other = from + rng.int(last - from + 1)
      const held = order[last]
      order[last] = order[other]
      order[other] = held
    }
  }
}
