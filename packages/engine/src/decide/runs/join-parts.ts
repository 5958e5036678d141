import { dataset, takeColumn, takeRows, type Column, type Dataset } from '@sdc/core'
import type { FileState } from '../../run/files/assemble.js'

/** Result of running a part of a plan: the file with all columns, and the columns that the part masked. */
export interface MaskedPart {
  readonly file: FileState
  readonly columns: readonly string[]
}

/**
 * Joins two files made from one original into the file that both plans make together. Each masks other columns, so that their
 * order does not matter. The joined file has the records that are in both.
 *
 * @param original - The original.
 * @param keys - The file whose quasi-identifiers are masked; its records set the order.
 * @param values - The file whose confidential columns are masked.
 * @returns The file with its origin; undefined if a record of either file has no origin, so that records cannot be matched.
 * Cost: O(n) a column.
 */
export function joinParts(original: Dataset, keys: MaskedPart, values: MaskedPart): FileState | undefined {
  if (values.columns.length === 0) return keys.file
  if (keys.columns.length === 0) return values.file
  const place = new Int32Array(original.rows).fill(-1)
  if (keys.file.origin.includes(-1) || values.file.origin.includes(-1)) return undefined
  values.file.origin.forEach((row, i) => (place[row] = i))
  const all = keys.file.origin
  const kept = all.every((row) => place[row] >= 0)
    ? undefined
    : Int32Array.from(all.keys()).filter((i) => place[all[i]] >= 0)
  const origin = kept ? kept.map((i) => all[i]) : all
  const rows = origin.map((row) => place[row])
  const inOrder = rows.length === values.file.data.rows && rows.every((row, i) => row === i)
  const own = (data: Dataset, name: string, at: Int32Array | undefined): Column =>
    at ? takeColumn(data.column(name), at) : data.column(name)
  const names = original.names.filter((name) => keys.file.data.names.includes(name))
  const data = dataset(
    names.map((name) =>
      values.columns.includes(name)
        ? [name, own(values.file.data, name, inOrder ? undefined : rows)]
        : [name, own(keys.file.data, name, kept)],
    ),
  )
  return { data, origin }
}

/**
 * Selects the records of a file whose originals are in a sample of the original. A file of new records, without originals, gives
 * the same share of its records, evenly spaced.
 *
 * @param file - The whole file.
 * @param rows - Numbers of the sample's records in the original, ascending.
 * @param total - Number of records of the original.
 * @returns The file, with its origin numbered by the records of the sample.
 */
export function ofSample({ data, origin }: FileState, rows: Int32Array, total: number): FileState {
  if (origin.length > 0 && origin.every((row) => row < 0)) {
    const count = Math.max(1, Math.round((rows.length / total) * origin.length))
    const spaced = Int32Array.from({ length: count }, (_, i) => Math.floor((i * origin.length) / count))
    return { data: takeRows(data, spaced), origin: spaced.map(() => -1) }
  }
  const place = new Int32Array(total).fill(-1)
  rows.forEach((row, i) => (place[row] = i))
  const kept = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0 && place[origin[i]] >= 0)
  return {
    data: dataset(data.names.map((name) => [name, takeColumn(data.column(name), kept)])),
    origin: kept.map((i) => place[origin[i]]),
  }
}
