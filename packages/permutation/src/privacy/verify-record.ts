import { SdcError } from '@sdc/core'
import { rank } from '@sdc/stats'
import { nearestDistances } from '@sdc/stats/internal'
import { localVariance } from './local-variance.js'
import { rankAmong, type OwnRankRule } from './own-rank.js'
import { refuseInfinite } from '@sdc/toolkit'

/** Findings of one subject. */
export interface RecordVerification {
  /** Own rank of the subject in every released column. */
  readonly ranks: Float64Array
  /** Least rank distance to a released record. */
  readonly distance: number
  /** Local variance of every column, as a share of the column's. */
  readonly localVariance: Float64Array
}

/**
 * Verifies the protection of a subject who knows only their own record and the released file.
 *
 * The own rank in a column is found by `rankAmong`. The two conditions of permuted privacy (`permutedPrivacy`) are then
 * distance ≥ d and every local variance ≥ v.
 *
 * @param record - p values.
 * @param y - p released columns, complete.
 * @param options - d in ranks, and the rule for the own rank.
 * @returns Ranks, distance and local variances of the subject.
 * @throws LENGTH_MISMATCH if record and file differ in columns, MISSING_VALUES for a missing value, NOT_NUMERIC for
 *   an infinite one, TOO_FEW_RECORDS for a file without records
 */
export function verifyRecord(
  record: Float64Array,
  y: readonly Float64Array[],
  { d, rankRule = 'closest' }: { readonly d: number; readonly rankRule?: OwnRankRule },
): RecordVerification {
  if (record.length !== y.length) {
    const message = `the record has ${record.length} values, the released file ${y.length} columns`
    throw new SdcError('LENGTH_MISMATCH', message)
  }
  refuseMissing(record, y)
  const infinite = record.findIndex((value) => !Number.isFinite(value))
  if (infinite >= 0) throw new SdcError('NOT_NUMERIC', `the own value in column ${infinite + 1} is ${record[infinite]}`)
  for (const column of y) refuseInfinite(column, 'released')
  if (!y[0]?.length) throw new SdcError('TOO_FEW_RECORDS', 'the released file has no record to compare with')
  const released = y.map((column) => rank(column, 'average'))
  const ranks = Float64Array.from(record, (value, k) => rankAmong(y[k], rankRule)(value))
  const own = Array.from(ranks, (one) => Float64Array.of(one))
  return {
    ranks,
    distance: nearestDistances(own, released, 'chebyshev')[0],
    localVariance: ranks.map((one, k) => localVariance(y[k], released[k], d)(one)),
  }
}

function refuseMissing(record: Float64Array, y: readonly Float64Array[]): void {
  const missing = y.findIndex((column, k) => Number.isNaN(record[k]) || column.some(Number.isNaN))
  if (missing < 0) return
  const message = `a record is verified by complete columns, but the own or a released value of column ${missing + 1} is missing`
  throw new SdcError('MISSING_VALUES', message, {}, 'Leave out columns with missing values.')
}
