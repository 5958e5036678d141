import type { DistanceMetric } from '@sdc/stats'
import { nearestTies } from '@sdc/stats/internal'

/** Links of the records of one file to those of another. */
export interface RankLinks {
  /** Rank distance of every record of `from` to its linked record of `to`; NaN without a link. */
  readonly distance: Float64Array
  /** Linked record of `to`, the first of equally good ones; −1 for none. */
  readonly index: Int32Array
  /** Number of equally good records. */
  readonly ties: Int32Array
  /** Probability that a random one of them is the record's own. */
  readonly credit: Float64Array
}

/**
 * Finds the nearest records by rank, exactly and with all ties.
 *
 * Ranks are multiples of 1/16 (see `comparableRanks`), so that their differences, sums and squares are exact while the
 * distance is below 5 million ranks: equal distances compare equal. Cost: see `nearestTies`.
 *
 * @param from - n × d ranks.
 * @param to - m × d ranks, on one scale and without missing values.
 * @param truth - Record of `from` that every record of `to` came from, −1 for none.
 * @param kind - Distance of ranks.
 * @param tick - Called with the completed share.
 * @returns The links.
 */
export function nearestRanks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  truth: Int32Array,
  kind: DistanceMetric,
  tick?: (fraction: number) => void,
): RankLinks {
  const found = nearestTies(from, to, kind, tick)
  const own = new Int32Array(from[0].length)
  truth.forEach((i, j) => {
    if (i >= 0 && rankDistance(from, i, to, j, kind) === found.distance[i]) own[i]++
  })
  return { ...found, credit: Float64Array.from(own, (count, i) => count / found.ties[i]) }
}

/** Computes the distance in rank of record i of one file and record j of the other. */
export function rankDistance(
  from: readonly Float64Array[],
  i: number,
  to: readonly Float64Array[],
  j: number,
  kind: DistanceMetric,
): number {
  let distance = 0
  for (let k = 0; k < from.length; k++) {
    const gap = Math.abs(from[k][i] - to[k][j])
    if (kind === 'chebyshev') distance = Math.max(distance, gap)
    else distance += kind === 'cityblock' ? gap : gap * gap
  }
  return kind === 'euclidean' ? Math.sqrt(distance) : distance
}
