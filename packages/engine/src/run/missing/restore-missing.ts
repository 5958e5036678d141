import {
  isMissing,
  oneOrMore,
  takeColumn,
  type Column,
  type Dataset,
  type MaskedFile,
  type MaskResult,
} from '@sdc/core'

/**
 * Makes cells missing again that were filled for a method.
 *
 * @param result - Its result for filled columns.
 * @param data - The records before they were filled.
 * @param names - The filled columns.
 * @returns The result; records that do not come from the data keep all their values.
 */
export function restoreMissing(result: MaskResult, data: Dataset, names: readonly string[]): MaskResult {
  return { ...result, files: oneOrMore(result.files.map((file) => restoredFile(file, data, names))) }
}

function restoredFile(file: MaskedFile, data: Dataset, names: readonly string[]): MaskedFile {
  const columns = new Map(file.columns)
  for (const name of names) {
    const after = columns.get(name)
    if (after) columns.set(name, withHoles(after, data.column(name), file.origin))
    // A column that is copied with its records stays unchanged.
  }
  return { ...file, columns }
}

function withHoles(after: Column, before: Column, origin: Int32Array | undefined): Column {
  const length = after.kind === 'numeric' ? after.values.length : after.codes.length
  const kept = new Int32Array(length)
  for (let i = 0; i < length; i++) {
    const row = origin === undefined ? i : origin[i]
    kept[i] = row >= 0 && isMissing(before, row) ? -1 : i
  }
  return takeColumn(after, kept)
}

/**
 * Puts a column of the records with a value back among all records.
 *
 * @param part - The column of these records.
 * @param rows - Their numbers.
 * @param length - Number of all records.
 * @returns The column of all records, missing in the others.
 */
export function spreadColumn(part: Column, rows: Int32Array, length: number): Column {
  const places = new Int32Array(length).fill(-1)
  for (let i = 0; i < rows.length; i++) places[rows[i]] = i
  return takeColumn(part, places)
}
