import type { ValueIntervals } from './rank-swap-candidates.js'

/** One key of rank swapping record linkage: n records known to the intruder, m released ones. No value is missing. */
export interface RankSwapKey {
  /** The n known values, in standard deviations of the original. */
  readonly from: Float64Array
  /** The m released values, in the same units: where a released value is not less than another, neither is this. */
  readonly to: Float64Array
  /** See `distanceKeys`; 0 unless said. */
  readonly slack?: number
  /** The m released values as they are. */
  readonly released: Float64Array
  /** What each of the n values may have become. */
  readonly intervals: ValueIntervals
}
