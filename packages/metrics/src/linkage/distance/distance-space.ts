import { countBelow, countUpTo, log, sortedValues, type DistanceMetric } from '@sdc/stats'
import { spread } from '@sdc/stats/internal'
import { distanceKeys, type KeyScale } from '../columns/distance-keys.js'
import type { SpaceOf } from '../search/linkage-search.js'
import type { KeyedFiles } from '../search/record-linkage.js'

/**
 * Unit of a linkage column: unchanged, ranks in its own file, or logarithms (a difference of logarithms is a ratio, and
 * needs no unit).
 */
export type DistanceScale = KeyScale | 'ranks' | 'logarithms'

/** Mean squared difference of independent ranks, as shares of n. */
const RANKS_APART = 1 / 6

/** Unit and combination of the differences of two records. */
export interface DistanceBy {
  readonly scale: DistanceScale
  readonly distance: DistanceMetric
}

/** Returns true for units that depend on all values of a column. */
export function needsValues(scale: DistanceScale): scale is 'ranks' | 'logarithms' {
  return scale === 'ranks' || scale === 'logarithms'
}

/**
 * Returns the coordinates of records by means and standard deviations.
 *
 * @param by - Unit of a column, and combination of the differences to a distance.
 * @returns Function that makes the coordinates of any records, and the sizes of the terms that they were computed
 *   from.
 */
export function distanceSpace({ scale, distance }: DistanceBy & { readonly scale: KeyScale }): SpaceOf {
  return ({ original, masked }, { x, y }) => {
    const { slack, ...keys } = distanceKeys(original.keys, masked.keys, x, y, scale)
    return { ...keys, sizes: { slack }, metric: distance }
  }
}

/**
 * Returns the coordinates of records in any unit.
 *
 * @param whole - All records that are compared, of both files.
 * @param by - Unit of a column, and combination of the differences to a distance.
 * @returns Function that makes the coordinates of any of these records.
 */
export function distanceSpaceOf(whole: KeyedFiles, { scale, distance }: DistanceBy): SpaceOf {
  if (!needsValues(scale)) return distanceSpace({ scale, distance })
  if (scale === 'ranks') {
    const [x, y] = [whole.original, whole.masked].map(({ keys }) => keys.map(sortedValues))
    return ({ original, masked }) => ({
      original: original.keys.map((key, j) => rankShares(key, x[j])),
      masked: masked.keys.map((key, j) => rankShares(key, y[j])),
      metric: distance,
      apart: new Float64Array(original.keys.length).fill(RANKS_APART),
    })
  }
  const least = whole.original.keys.map((key, j) => Math.min(leastSize(key), leastSize(whole.masked.keys[j])))
  const logs = ({ keys }: { readonly keys: readonly Float64Array[] }): Float64Array[] =>
    keys.map((key, j) => signedLogs(key, least[j]))
  const [x, y] = [whole.original, whole.masked].map((file) => logs(file).map(spread))
  return ({ original, masked }) => {
    const { slack, ...keys } = distanceKeys(logs(original), logs(masked), x, y, 'none')
    return { ...keys, sizes: { slack }, metric: distance }
  }
}

/**
 * Returns logarithms of columns that may have zeros and negative values: sign(v)·(1 + ln(|v|/c)), 0 for 0.
 *
 * @param values - Values of a key.
 * @param c - At most the smallest size other than 0.
 * @returns The logarithms.
 */
function signedLogs(values: Float64Array, c: number): Float64Array {
  return values.map((value) => (value === 0 ? 0 : Math.sign(value) * (1 + log(Math.abs(value) / c))))
}

/** Returns mid-ranks as shares of n, among the values of a file. Cost: O(log n) a value. */
function rankShares(values: Float64Array, sorted: Float64Array): Float64Array {
  return values.map((value) =>
    value === value ? (countBelow(sorted, value) + countUpTo(sorted, value)) / 2 / sorted.length : value,
  )
}

/** Returns the smallest size of a value other than 0. */
function leastSize(values: Float64Array): number {
  let least = Infinity
  for (const value of values) if (value !== 0 && Math.abs(value) < least) least = Math.abs(value)
  return least
}
