import { isMissing, sameColumn, takeColumn, takeRows, withColumns, type Column, type Dataset } from '@sdc/core'
import type { FileState } from '../run/files/assemble.js'
import { columnIn, isInPlace } from '../bind/in-place.js'

/** The columns of a file that somebody else will see as they are. */
export interface OpenColumns {
  /** Those that are as they were, and those that were added. */
  readonly open: readonly string[]
  /** The masked ones: what of the original is not there as it was. */
  readonly masked: readonly string[]
  /** Record by record of the file that comes from one: the original's values, and those of added columns. */
  readonly data: Dataset
  /** The same records of the file. */
  readonly shown: Dataset
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
  const known = recordsWithOrigin(origin)
  const all = known === undefined
  const rows = all ? origin : known.map((i) => origin[i])
  const shown = all ? data : takeRows(data, known)
  const inPlace = isInPlace(rows, original.rows)
  const before = inPlace ? original : takeRows(original, rows)
  // A column nobody was asked to mask, of which records lack their value now, is as it was in all others.
  const same = new Set<string>()
  const isOpen = (name: string): boolean => {
    if (!original.names.includes(name)) return true
    if (sameColumn(before.column(name), shown.column(name))) same.add(name)
    return (
      same.has(name) || (!columns.includes(name) && sameColumn(lackingAsIn(shown, before, name), shown.column(name)))
    )
  }
  const open = rows.length === 0 ? [] : data.names.filter(isOpen)
  // Of equal numbers those of the file are taken: who looks at it, too, looks at them once.
  const taken = open.filter(
    (name) => !original.names.includes(name) || (same.has(name) && shown.column(name).kind === 'numeric'),
  )
  const extra = new Map(taken.map((name): [string, Column] => [name, shown.column(name)]))
  return {
    open,
    masked: columns.filter((name) => original.names.includes(name) && !open.includes(name)),
    data: extra.size > 0 ? withColumns(before, extra) : before,
    shown,
  }
}

/** A column of the original, without the values that the shown file lacks. */
function lackingAsIn(shown: Dataset, before: Dataset, name: string): Column {
  const other = shown.column(name)
  return takeColumn(
    before.column(name),
    Int32Array.from({ length: shown.rows }, (_, i) => (isMissing(other, i) ? -1 : i)),
  )
}

/** The records that come from one of the original; undefined where all do. */
function recordsWithOrigin(origin: Int32Array): Int32Array | undefined {
  let count = 0
  for (let i = 0; i < origin.length; i++) if (origin[i] >= 0) count++
  if (count === origin.length) return undefined
  const known = new Int32Array(count)
  for (let i = 0, at = 0; i < origin.length; i++) if (origin[i] >= 0) known[at++] = i
  return known
}

/** A column of the original, in the records of a file; a record that comes from none is missing. */
export function beforeMasking(original: Dataset, { origin }: FileState, name: string): Column {
  return columnIn(original.column(name), origin, original.rows)
}
