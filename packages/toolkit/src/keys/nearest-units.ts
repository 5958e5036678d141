import { inRange, rangeUnit, spread } from '@sdc/stats/internal'

/** How the records of two files are placed so that c(i), the original record nearest to a masked one, can be found. */
export interface NearestUnits {
  /** The columns that vary in the original, by their number: the others count in no distance. */
  readonly varying: readonly number[]
  /** The coordinate of a value of the k-th of the varying columns; NaN where it is missing. */
  place(k: number, value: number): number
}

/**
 * The units of c(i): differences over the original's standard deviations, for both files.
 *
 * Differences need no mean, and one huge value drives the mean up to where the others lose their digits: so the value that
 * is nearest to zero is taken off, and the coordinates are brought to where their squares neither vanish nor overflow.
 * Cost: O(nd).
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
