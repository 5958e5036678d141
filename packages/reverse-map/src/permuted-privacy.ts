import { SdcError } from '@sdc/core'
import { sortedValues, variance } from '@sdc/stats'
import { comparableRanks } from './max-knowledge.js'
import { nearestRanks } from './rank-search.js'

/** What a record is protected by. */
export interface PermutedPrivacy {
  /** d(x) of every original record: the least rank distance to a masked record; NaN where the record is incomplete. */
  readonly distance: Float64Array
  /** The least local variance over the columns, as a share of the column's variance; NaN where the record is incomplete. */
  readonly localVariance: Float64Array
  /** Whether a record has both. */
  readonly protected: Uint8Array
  /** Complete records. */
  readonly used: number
  /** Share of them that is protected: f of (d, v, f)-permuted privacy. */
  readonly share: number
}

/**
 * (d, v, f)-permuted privacy of a masked file.
 *
 * A record x is protected where (1) no masked record is nearer than d ranks in all columns together,
 * d(x) = min_j max_k |rank_k(x) − rank_k(y_j)| ≥ d, and (2) in every column the masked values whose rank is within d of
 * x's have a variance of at least v times the column's. f is the share of records that are.
 * x, y: p columns of n records each; ranks are mean ranks. d: in ranks; v: a share.
 * The share falls with v at any d, and with d at v = 0; for v > 0 it need not fall with d, since wider windows vary more.
 * Throws LENGTH_MISMATCH as `maxKnowledgeLinkage`. Cost: that of `nearestRanks`, and O(np log n).
 * Source: the structure is that of Domingo-Ferrer & Muralidhar 2016, permuted privacy; the exact conditions are a choice
 * made here.
 */
export function permutedPrivacy(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  { d, v, tick }: { readonly d: number; readonly v: number; readonly tick?: ((fraction: number) => void) | undefined },
): PermutedPrivacy {
  const { rowsX, rowsY, ranksX, ranksY } = comparableRanks(x, y)
  const nearest = nearestRanks(ranksX, ranksY, new Int32Array(rowsX.length).fill(-1), 'max', tick)
  // The ranks are those of the complete records, and so must be the values between them.
  const windows = y.map((column) =>
    rankWindow(
      Float64Array.from(rowsY, (row) => column[row]),
      d,
    ),
  )
  const distance = new Float64Array(x[0].length).fill(Number.NaN)
  const localVariance = new Float64Array(x[0].length).fill(Number.NaN)
  const isProtected = new Uint8Array(x[0].length)
  let count = 0
  rowsX.forEach((row, at) => {
    distance[row] = nearest.distance[at]
    localVariance[row] = Math.min(...windows.map((local, k) => local(ranksX[k][at])))
    if (distance[row] < d || localVariance[row] < v) return
    isProtected[row] = 1
    count++
  })
  return { distance, localVariance, protected: isProtected, used: rowsX.length, share: count / rowsX.length }
}

/** The share of records with d(x) ≥ d, for every d of a list: the curve f(d). */
export function privacyCurve(distance: Float64Array, ds: readonly number[]): number[] {
  const sorted = sortedValues(distance)
  return ds.map((d) => sorted.filter((one) => one >= d).length / sorted.length)
}

/** What one subject finds out. */
export interface RecordVerification {
  /** The subject's own rank in every released column. */
  readonly ranks: Float64Array
  /** The least rank distance to a released record. */
  readonly distance: number
  /** Local variance of every column, as a share of the column's. */
  readonly localVariance: Float64Array
}

/**
 * What a subject can verify who knows the own record and the released file only.
 *
 * record: p values; y: p released columns, complete; d: in ranks. The own rank in a column is that of the nearest
 * released value (`closest`: the mean rank of the values nearest to it) or the place where the own value would stand
 * (`insertion`: half a rank after those below it).
 * Throws LENGTH_MISMATCH where record and file differ in columns, MISSING_VALUES for a missing value.
 */
export function verifyRecord(
  record: Float64Array,
  y: readonly Float64Array[],
  { d, rankRule = 'closest' }: { readonly d: number; readonly rankRule?: 'closest' | 'insertion' },
): RecordVerification {
  if (record.length !== y.length) {
    throw new SdcError(
      'LENGTH_MISMATCH',
      `the record has ${record.length} values, the released file ${y.length} columns`,
    )
  }
  if (record.some(Number.isNaN) || y.some((column) => column.some(Number.isNaN))) {
    throw new SdcError(
      'MISSING_VALUES',
      'a record is verified by complete columns',
      {},
      'Leave out columns with missing values.',
    )
  }
  const { ranksY } = comparableRanks(y, y)
  const ranks = Float64Array.from(record, (value, k) => ownRank(value, y[k], ranksY[k], rankRule))
  const from = Array.from(ranks, (one) => Float64Array.of(one))
  const { distance } = nearestRanks(from, ranksY, Int32Array.of(-1), 'max')
  return { ranks, distance: distance[0], localVariance: ranks.map((one, k) => rankWindow(y[k], d)(one)) }
}

function ownRank(value: number, column: Float64Array, ranks: Float64Array, rule: 'closest' | 'insertion'): number {
  if (rule === 'insertion') return column.reduce((below, one) => below + Number(one < value), 0) + 0.5
  let best = Infinity
  let least = Infinity
  let greatest = -Infinity
  for (let i = 0; i < column.length; i++) {
    const gap = Math.abs(column[i] - value)
    if (gap > best) continue
    if (gap < best) {
      best = gap
      least = Infinity
      greatest = -Infinity
    }
    least = Math.min(least, ranks[i])
    greatest = Math.max(greatest, ranks[i])
  }
  // Two released values may be equally near, one on either side.
  return (least + greatest) / 2
}

/** Variance of the values whose rank is within d of a given rank, as a share of the column's; 0 for a constant column. */
function rankWindow(column: Float64Array, d: number): (rank: number) => number {
  const sorted = sortedValues(column)
  const whole = sorted.length < 2 ? 0 : variance(sorted)
  return (rank) => {
    const first = Math.max(0, Math.ceil(rank - d) - 1)
    const last = Math.min(sorted.length, Math.floor(rank + d))
    if (!(whole > 0) || last - first < 2) return 0
    return variance(sorted.subarray(first, last)) / whole
  }
}
