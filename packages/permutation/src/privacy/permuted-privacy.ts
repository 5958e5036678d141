import { countBelow, rank, sortedValues } from '@sdc/stats'
import { nearestDistances } from '@sdc/stats/internal'
import { comparableRanks } from '../comparable-ranks.js'
import { localVariance } from './local-variance.js'
import { rankAmong, type OwnRankRule } from './own-rank.js'

/** Protection of the records. */
export interface PermutedPrivacy {
  /** d(x) of every original record: the least rank distance to a masked record; NaN if the record is incomplete. */
  readonly distance: Float64Array
  /** Least local variance over the columns, as a share of the column's variance; NaN if the record is incomplete. */
  readonly localVariance: Float64Array
  /** 1 for records that meet both conditions. */
  readonly protected: Uint8Array
  /** Number of complete original records. */
  readonly used: number
  /** Share of them that is protected: f of (d, v, f)-permuted privacy. */
  readonly share: number
}

/** Rule for the rank of an original value: its own in its column, or the one found from the masked file only. */
export type RankRule = 'rank' | OwnRankRule

export interface PermutedPrivacyOptions {
  /** Minimum distance d, in ranks. */
  readonly d: number
  /** Minimum local variance v, as a share. */
  readonly v: number
  readonly rankRule?: RankRule
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Measures the (d, v, f)-permuted privacy of a masked file.
 *
 * A record x is protected under two conditions. (1) No masked record is nearer than d ranks in all columns together:
 * d(x) = min_j max_k |rank_k(x) − rank_k(y_j)| ≥ d. (2) In every column the masked values whose rank is within d of x's
 * have a variance of at least v times the column's. f is the share of protected records.
 *
 * By the rule `rank`, ranks are those of the original columns, and a masked value has the rank of its reverse mapping
 * (`mappedRanks`). By `closest` and `insertion` they are those of the masked columns, and an original value has the
 * rank that `rankAmong` finds for it, as in `verifyRecord`. The share decreases with v at any d, and with d at v = 0;
 * for v > 0 it need not decrease with d, since wider windows vary more. Cost: that of `nearestDistances`, and O(np log
 * n). Source: the structure is that of Domingo-Ferrer & Muralidhar 2016, permuted privacy; the exact conditions are a
 * choice of this implementation.
 *
 * @param x - p columns of the original file.
 * @param y - p columns of the masked file.
 * @param options - d, v, the rule for ranks, and a callback for the progress.
 * @returns Distance, local variance and protection of every record, and the share f.
 * @throws Errors of `comparableRanks`
 */
export function permutedPrivacy(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  { d, v, rankRule = 'rank', tick }: PermutedPrivacyOptions,
): PermutedPrivacy {
  const compared = comparableRanks(x, y)
  const { rowsX, rowsY } = compared
  const masked = y.map((column) => Float64Array.from(rowsY, (row) => column[row]))
  const [from, to] =
    rankRule === 'rank'
      ? [compared.ranksX, compared.ranksY]
      : [
          x.map((column, k) => {
            const rankOf = rankAmong(masked[k], rankRule)
            return Float64Array.from(rowsX, (row) => rankOf(column[row]))
          }),
          masked.map((column) => rank(column, 'average')),
        ]
  const nearest = nearestDistances(from, to, 'chebyshev', tick)
  const windows = masked.map((column, k) => localVariance(column, to[k], d))
  const distance = new Float64Array(x[0].length).fill(Number.NaN)
  const least = new Float64Array(x[0].length).fill(Number.NaN)
  const isProtected = new Uint8Array(x[0].length)
  let count = 0
  rowsX.forEach((row, at) => {
    distance[row] = nearest[at]
    least[row] = windows.reduce((smallest, local, k) => Math.min(smallest, local(from[k][at])), Infinity)
    if (distance[row] < d || least[row] < v) return
    isProtected[row] = 1
    count++
  })
  return { distance, localVariance: least, protected: isProtected, used: rowsX.length, share: count / rowsX.length }
}

/**
 * Computes the share of records with d(x) ≥ d, for every d of a list: the curve f(d).
 *
 * @param distance - d(x) of every record, NaN if incomplete.
 * @param ds - Values of d, in ranks.
 * @returns One share for each d.
 */
export function privacyCurve(distance: Float64Array, ds: readonly number[]): number[] {
  const sorted = sortedValues(distance)
  return ds.map((d) => (sorted.length - countBelow(sorted, d)) / sorted.length)
}
