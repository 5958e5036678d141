import type { ValueIntervals } from './rank-swap-candidates.js'

/** Column of rank swapping record linkage: n records known to the intruder, m released ones. No value is missing. */
export interface RankSwapKey {
  /** n known values, in standard deviations of the original. */
  readonly from: Float64Array
  /** m released values, in the same units and order as `released`. */
  readonly to: Float64Array
  /** See `distanceKeys`; 0 by default. */
  readonly slack?: number
  /** m released values, unchanged. */
  readonly released: Float64Array
  /** Interval of each of the n values. */
  readonly intervals: ValueIntervals
}
