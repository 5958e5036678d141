import { isMissing, takeRows, type Dataset } from '@sdc/core'
import type { CountedFile } from '@sdc/toolkit/internal'

/**
 * Returns the rows that are not suppressed: a record is suppressed if all its quasi-identifiers are missing.
 *
 * @param file - The masked file.
 * @param keys - Names of its quasi-identifiers, one or more.
 * @returns Their rows, ascending.
 */
export function releasedRecords(file: Dataset, keys: readonly string[]): Int32Array {
  const columns = keys.map((name) => file.column(name))
  return Int32Array.from({ length: file.rows }, (_, i) => i).filter((i) => !columns.every((one) => isMissing(one, i)))
}

/**
 * Returns the records that are not suppressed.
 *
 * @param file - The file, or its different records.
 * @param rows - Result of `releasedRecords`.
 * @returns These records.
 */
export function releasedOf({ data, counts }: CountedFile, rows: Int32Array): CountedFile {
  const released = takeRows(data, rows)
  if (counts === undefined) return { data: released, records: rows.length }
  const kept = Float64Array.from(rows, (row) => counts[row])
  return { data: released, counts: kept, records: kept.reduce((sum, count) => sum + count, 0) }
}

/**
 * Spreads results of the released records over all records.
 *
 * @param rows - The released records.
 * @param values - One number for each of them.
 * @param all - Number of records of the file.
 * @returns One number for each record, NaN if it is suppressed.
 */
export function overAllRecords(rows: Int32Array, values: Float64Array, all: number): Float64Array {
  const records = new Float64Array(all).fill(Number.NaN)
  rows.forEach((row, i) => (records[row] = values[i]))
  return records
}
