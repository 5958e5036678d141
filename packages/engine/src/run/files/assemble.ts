import { columnLength, dataset, takeColumn, type Column, type Dataset, type MaskedFile } from '@sdc/core'
import { mergeColumns, type ColumnPart } from './merge-columns.js'

/** An intermediate file of a run, with the original record of each of its records (−1 for none). */
export interface FileState {
  readonly data: Dataset
  readonly origin: Int32Array
  /**
   * Columns as a method made them, before rounding and before values were brought within bounds. They are computed on
   * demand, for the next step that masks them.
   */
  readonly unrounded?: ReadonlyMap<string, () => Column>
}

/** Result of a method for one group, with the group's records in the file. */
export interface GroupFile {
  readonly rows: Int32Array
  readonly file: MaskedFile
  /** True if the group is unchanged. */
  readonly kept?: boolean
}

/** A group of the assembled file: its records in this file, and in the file before. */
interface Placed extends GroupFile {
  readonly at: Int32Array
}

/**
 * Assembles the groups of one masked file. Records are put back at their places if the method keeps them; otherwise
 * groups follow one another. Columns that no group names are copied with their records; added columns come last.
 *
 * In these columns a record without an origin is missing. The exception are the columns of `by`, by which the groups
 * were formed: it has its group's values, of pooled groups in turn. A column that would be missing in every record is
 * dropped.
 */
export function assemble(state: FileState, parts: readonly GroupFile[], by: readonly string[] = []): FileState {
  const { data } = state
  if (parts.every(({ file }) => file.origin === undefined)) {
    const placed = parts.map((part): Placed => ({ ...part, at: part.rows }))
    return { data: columnsOf(state, placed, data.rows, (name) => data.column(name)), origin: state.origin }
  }
  let from = 0
  const placed = parts.map((part): Placed => {
    const length = part.file.origin?.length ?? part.rows.length
    const at = Int32Array.from({ length }, (_, i) => from + i)
    from += length
    return { ...part, at }
  })
  const gather = (source: (i: number, part: GroupFile, at: number) => number): Int32Array =>
    Int32Array.from(
      placed.flatMap((part) => Array.from(part.file.origin ?? part.rows.keys(), (i, at) => source(i, part, at))),
    )
  const rows = gather((i, part) => (i < 0 ? -1 : part.rows[i]))
  const grouped = by.length === 0 ? rows : gather((i, part, at) => part.rows[i < 0 ? at % part.rows.length : i])
  const linked = rows.some((row) => row >= 0)
  const carried = (name: string): Column | null => {
    if (by.includes(name)) return takeColumn(data.column(name), grouped)
    return linked ? takeColumn(data.column(name), rows) : null
  }
  const origin = rows.map((row) => (row < 0 ? -1 : state.origin[row]))
  return { data: columnsOf(state, placed, from, carried), origin }
}

/** Columns of the assembled file: the old ones in their order, then the added ones in that of the first group. */
function columnsOf(
  { data }: FileState,
  parts: readonly Placed[],
  length: number,
  carried: (name: string) => Column | null,
): Dataset {
  const added = new Set(
    parts.flatMap(({ file }) => [...file.columns.keys()].filter((name) => !data.names.includes(name))),
  )
  const held: [string, Column][] = []
  for (const name of [...data.names, ...added]) {
    const isNamed = parts.some(({ file }) => file.columns.has(name))
    const column = isNamed ? merged(data, name, parts, length) : carried(name)
    if (column !== null) held.push([name, column])
  }
  return dataset(held)
}

/** A column that some group names; null if a group drops it. */
function merged(data: Dataset, name: string, parts: readonly Placed[], length: number): Column | null {
  const columns: ColumnPart[] = []
  for (const { rows, at, file, kept } of parts) {
    const made = file.columns.get(name)
    if (made === null) return null
    // A group that does not name the column keeps it unchanged; an added column is missing there.
    const column =
      made ?? (data.names.includes(name) ? takeColumn(data.column(name), originRows(rows, file)) : undefined)
    if (column) columns.push({ rows: at, column, kept: kept === true || made === undefined })
  }
  const [only] = columns
  // All records in their order, as the method returned them: nothing to assemble.
  if (
    columns.length === 1 &&
    columnLength(only.column) === length &&
    only.rows.every((row, i) => row === i) &&
    !only.kept
  )
    return only.column
  return mergeColumns(columns, length)
}

function originRows(rows: Int32Array, { origin }: MaskedFile): Int32Array {
  return origin ? origin.map((i) => (i < 0 ? -1 : rows[i])) : rows
}
