import { countBelow, countUpTo, log, sortedValues, type DistanceMetric } from '@sdc/stats'
import { spread } from '@sdc/stats/internal'
import { distanceKeys, type KeyScale } from './distance-keys.js'
import type { KeyedFiles, KeySpreads, LinkageSpace } from './record-linkage.js'

/**
 * Unit of a linkage column: unchanged, ranks in its own file, or logarithms (a difference of logarithms is a ratio, and
 * needs no unit).
 */
export type DistanceScale = KeyScale | 'ranks' | 'logarithms'

/** Mean squared difference of independent ranks, as shares of n. */
const RANKS_APART = 1 / 6

/**
 * Both files by their linkage columns in the requested units.
 *
 * @param files - The columns, unchanged.
 * @param spreads - Spreads of each file's columns.
 * @param by - Unit of a column, and combination of the differences to a distance.
 * @returns Coordinates, and the sizes of the terms that they were computed from.
 */
export function distanceSpace(
  { original, masked }: KeyedFiles,
  { x, y }: KeySpreads,
  { scale, distance }: { readonly scale: DistanceScale; readonly distance: DistanceMetric },
): LinkageSpace {
  if (scale === 'ranks')
    return {
      original: original.keys.map(rankShares),
      masked: masked.keys.map(rankShares),
      metric: distance,
      apart: new Float64Array(original.keys.length).fill(RANKS_APART),
    }
  if (scale !== 'logarithms') {
    const { slack, ...keys } = distanceKeys(original.keys, masked.keys, x, y, scale)
    return { ...keys, sizes: { slack }, metric: distance }
  }
  const least = original.keys.map((key, j) => Math.min(leastSize(key), leastSize(masked.keys[j])))
  const [a, b] = [original.keys, masked.keys].map((keys) => keys.map((key, j) => signedLogs(key, least[j])))
  const { slack, ...keys } = distanceKeys(a, b, a.map(spread), b.map(spread), 'none')
  return { ...keys, sizes: { slack }, metric: distance }
}

/**
 * Logarithms of columns that may have zeros and negative values: sign(v)·(1 + ln(|v|/c)), 0 of 0.
 *
 * @param values - Those of a key.
 * @param c - No greater than any size other than 0.
 */
function signedLogs(values: Float64Array, c: number): Float64Array {
  return values.map((value) => (value === 0 ? 0 : Math.sign(value) * (1 + log(Math.abs(value) / c))))
}

/** Mid-ranks as shares of n. Cost: O(n log n). */
function rankShares(values: Float64Array): Float64Array {
  const sorted = sortedValues(values)
  return values.map((value) =>
    value === value ? (countBelow(sorted, value) + countUpTo(sorted, value)) / 2 / sorted.length : value,
  )
}

/** The least size of a value other than 0. */
function leastSize(values: Float64Array): number {
  let least = Infinity
  for (const value of values) if (value !== 0 && Math.abs(value) < least) least = Math.abs(value)
  return least
}
