import { isMissing, sameColumn, takeColumn, takeRows, withColumns, type Column, type Dataset } from '@sdc/core'
import type { FileState } from '../run/files/assemble.js'
import { columnIn, isInPlace } from '../bind/in-place.js'

/** Columns of a file by their release: unchanged or masked. */
export interface OpenColumns {
  /** Unchanged columns, and added ones. */
  readonly open: readonly string[]
  /** Masked columns: those whose original values are not all in the file. */
  readonly masked: readonly string[]
  /** Original values, and those of added columns, for the records of the file that have an original. */
  readonly data: Dataset
  /** The same records of the file. */
  readonly shown: Dataset
}

/**
 * Returns the columns of a file that are released unchanged: every column that equals the original's record by record,
 * even if it was to be masked, and every column that the original lacks.
 *
 * @param original - The original file.
 * @param file - The file to release, with the original record of each of its records.
 * @param columns - Columns that were to be masked.
 * @returns The open columns and the masked ones.
 */
export function openColumns(original: Dataset, { data, origin }: FileState, columns: readonly string[]): OpenColumns {
  const known = recordsWithOrigin(origin)
  const all = known === undefined
  const rows = all ? origin : known.map((i) => origin[i])
  const shown = all ? data : takeRows(data, known)
  const inPlace = isInPlace(rows, original.rows)
  const before = inPlace ? original : takeRows(original, rows)
  // A column that was not to be masked, and that only lost some values, is unchanged in all other records.
  const same = new Set<string>()
  const isOpen = (name: string): boolean => {
    if (!original.names.includes(name)) return true
    if (sameColumn(before.column(name), shown.column(name))) same.add(name)
    return (
      same.has(name) || (!columns.includes(name) && sameColumn(lackingAsIn(shown, before, name), shown.column(name)))
    )
  }
  const open = rows.length === 0 ? [] : data.names.filter(isOpen)
  // Equal numeric columns are taken from the file, so that later passes read one copy.
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

/** Column of the original, without the values that the shown file lacks. */
function lackingAsIn(shown: Dataset, before: Dataset, name: string): Column {
  const other = shown.column(name)
  return takeColumn(
    before.column(name),
    Int32Array.from({ length: shown.rows }, (_, i) => (isMissing(other, i) ? -1 : i)),
  )
}

/** Records with an original; undefined if all have one. */
function recordsWithOrigin(origin: Int32Array): Int32Array | undefined {
  let count = 0
  for (let i = 0; i < origin.length; i++) if (origin[i] >= 0) count++
  if (count === origin.length) return undefined
  const known = new Int32Array(count)
  for (let i = 0, at = 0; i < origin.length; i++) if (origin[i] >= 0) known[at++] = i
  return known
}

/**
 * Column of the original, for the records of a file; a record without an original is missing.
 *
 * @param original - The original file.
 * @param file - The file, with the original record of each of its records.
 * @param name - The column.
 * @returns The column.
 */
export function beforeMasking(original: Dataset, { origin }: FileState, name: string): Column {
  return columnIn(original.column(name), origin, original.rows)
}
