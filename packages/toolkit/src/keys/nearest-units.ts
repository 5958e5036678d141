import { inRange, rangeUnit, spread } from '@sdc/stats/internal'

/** Coordinates of the records of two files, by which c(i), the original record nearest to a masked one, is found. */
export interface NearestUnits {
  /** Numbers of the columns that vary in the original; the others are in no distance. */
  readonly varying: readonly number[]
  /** Coordinate of a value of the k-th varying column; NaN if missing. */
  place(k: number, value: number): number
}

/**
 * Returns the units of c(i): differences over the original's standard deviations, for both files.
 *
 * Differences need no mean, and one huge value makes the mean so large that other values lose their digits. So the
 * value nearest to zero is subtracted, and the coordinates are scaled so that their squares neither vanish nor
 * overflow. Cost: O(nd).
 *
 * @param x - The original's columns.
 */
export function nearestUnits(x: readonly Float64Array[]): NearestUnits {
  const spreads = x.map(spread)
  const varying = [...x.keys()].filter((j) => spreads[j].sd > 0)
  const bases = Float64Array.from(varying, (j) => spreads[j].base)
  const sds = Float64Array.from(varying, (j) => spreads[j].sd)
  const unit = rangeUnit(varying.map((j, k) => x[j].map((value) => (value - bases[k]) / sds[k])))
  return { varying, place: (k, value) => inRange((value - bases[k]) / sds[k], unit) }
}
