import { sortedValues } from '@sdc/stats'
import type { RankSwapKey } from './rank-swap-key.js'
import { rankIntervals } from './rank-swap-candidates.js'

/** Unscaled columns as keys: ties of integers are exact. */
export const keysOf = (x: readonly Float64Array[], y: readonly Float64Array[], window: number): RankSwapKey[] =>
  x.map((from, j) => ({
    from,
    to: y[j],
    released: y[j],
    intervals: rankIntervals(from, sortedValues(y[j]), window),
  }))
