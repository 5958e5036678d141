import { isMissing, sameColumn, takeColumn, takeRows, withColumns, type Column, type Dataset } from '@sdc/core'
import type { FileState } from '../run/assemble.js'

/** The columns of a file that somebody else will see as they are. */
export interface OpenColumns {
  /** Those that are as they were, and those that were added. */
  readonly open: readonly string[]
  /** The masked ones: what of the original is not there as it was. */
  readonly masked: readonly string[]
  /** Record by record of the file that comes from one: the original's values, and those of added columns. */
  readonly data: Dataset
}

/**
 * What goes out as it is in a file: every column that is, record by record, the original's, whoever was asked to mask it;
 * and every column that the original does not have.
 * @param original - the original file
 * @param file - what is to go out, with the original's record of each of its records
 * @param columns - the columns that were to be masked
 * @returns the open columns and the masked ones
 */
export function openColumns(original: Dataset, { data, origin }: FileState, columns: readonly string[]): OpenColumns {
  const known = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  const all = known.length === data.rows
  const rows = all ? origin : known.map((i) => origin[i])
  const shown = all ? data : takeRows(data, known)
  const inPlace = rows.length === original.rows && rows.every((row, i) => row === i)
  const before = inPlace ? original : takeRows(original, rows)
  // A column nobody was asked to mask, of which records lack their value now, is as it was in all others.
  const isOpen = (name: string): boolean =>
    !original.names.includes(name) ||
    sameColumn(columns.includes(name) ? before.column(name) : lackingAsIn(shown, before, name), shown.column(name))
  const open = known.length === 0 ? [] : data.names.filter(isOpen)
  const added = open.filter((name) => !original.names.includes(name))
  const extra = new Map(added.map((name): [string, Column] => [name, shown.column(name)]))
  return {
    open,
    masked: columns.filter((name) => original.names.includes(name) && !open.includes(name)),
    data: extra.size > 0 ? withColumns(before, extra) : before,
  }
}

/** A column of the original, without the values that the shown file lacks. */
function lackingAsIn(shown: Dataset, before: Dataset, name: string): Column {
  const [column, other] = [before.column(name), shown.column(name)]
  if (sameColumn(column, other)) return column
  return takeColumn(
    column,
    Int32Array.from({ length: shown.rows }, (_, i) => (isMissing(other, i) ? -1 : i)),
  )
}

/** A column of the original, in the records of a file; a record that comes from none is missing. */
export function beforeMasking(original: Dataset, { origin }: FileState, name: string): Column {
  return takeColumn(original.column(name), origin)
}
