import { columnLength, dataset, takeColumn, type Column, type Dataset, type MaskedFile } from '@sdc/core'
import { mergeColumns, type ColumnPart } from './merge-columns.js'

/** A file on its way through the steps, and the original's record of each of its records (−1 none). */
export interface FileState {
  readonly data: Dataset
  readonly origin: Int32Array
  /**
   * Columns as a method made them, before averages were rounded and values brought within bounds: for the next step that
   * masks them. Made where they are asked for.
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

/** A group of the assembled file: which of its records it is, and where they come from in the file before. */
interface Placed extends GroupFile {
  readonly at: Int32Array
}

/**
 * Puts the groups of one masked file together: scattered back where records are kept, one after the other where they are
 * not. Columns that no group names go along with their records; added ones come last.
 *
 * A record without an origin is missing in them, but for the columns of `by`, the columns that the groups were made by, of
 * which it has its group's values (of groups pooled: theirs in turn). A column that would be missing in every record is
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

/** The columns of the assembled file: the old ones in their order, then the added ones in that of the first group. */
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

/** A column that some group names: null where a group drops it. */
function merged(data: Dataset, name: string, parts: readonly Placed[], length: number): Column | null {
  const columns: ColumnPart[] = []
  for (const { rows, at, file, kept } of parts) {
    const made = file.columns.get(name)
    if (made === null) return null
    // A group that does not name it has it as it was; an added column has nothing there.
    const column =
      made ?? (data.names.includes(name) ? takeColumn(data.column(name), originRows(rows, file)) : undefined)
    if (column) columns.push({ rows: at, column, kept: kept === true || made === undefined })
  }
  const [only] = columns
  // All records in their order, as the method gave them: nothing to put together.
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
