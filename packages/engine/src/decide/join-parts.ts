import { dataset, takeColumn, type Column, type Dataset } from '@sdc/core'
import type { FileState } from '../run/assemble.js'

/** A part of a plan after it was run: the whole file, of which it masked some columns. */
export interface MaskedPart {
  readonly file: FileState
  readonly columns: readonly string[]
}

/**
 * Two files that were made of one original, as the file that both plans together make: each masks other columns, so that
 * their order does not matter. A record is in it that is in both.
 *
 * @param original - The original.
 * @param keys - The file whose quasi-identifiers are masked; its order is that of the records.
 * @param values - The file whose values are masked.
 * @returns The file with its origin; undefined where records of one of them are nobody's, so that nothing says which
 * belong together.
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
 * The records of a file whose originals are among some: a sample of the original and of what was made of it.
 *
 * @param file - The whole file.
 * @param rows - The sample's records in the original, ascending.
 * @param total - How many records the original has.
 * @returns The file, its origin numbered as the sample is.
 */
export function ofSample({ data, origin }: FileState, rows: Int32Array, total: number): FileState {
  const place = new Int32Array(total).fill(-1)
  rows.forEach((row, i) => (place[row] = i))
  const kept = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0 && place[origin[i]] >= 0)
  return {
    data: dataset(data.names.map((name) => [name, takeColumn(data.column(name), kept)])),
    origin: kept.map((i) => place[origin[i]]),
  }
}
