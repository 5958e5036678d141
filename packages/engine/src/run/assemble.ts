import {
  columnLength,
  dataset,
  takeColumn,
  withColumns,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskedFile,
  type NumericColumn,
} from '@sdc/core'

/** A file on its way through the steps, and the original's record of each of its records (−1 none). */
export interface FileState {
  readonly data: Dataset
  readonly origin: Int32Array
}

/** What a method made of one group, and which records of the file the group is. */
export interface GroupFile {
  readonly rows: Int32Array
  readonly file: MaskedFile
}

/**
 * Puts the groups of one masked file together: scattered back where records are kept, one after the other where they are
 * not. `by`: the columns that the groups were made by.
 */
export function assemble(
  state: FileState,
  columns: readonly string[],
  parts: readonly GroupFile[],
  by: readonly string[] = [],
): FileState {
  if (parts.every(({ file }) => file.origin === undefined)) {
    const changed = new Map(columns.map((name) => [name, scattered(state.data.column(name), name, parts)]))
    return { data: withColumns(state.data, changed), origin: state.origin }
  }
  return concatenated(state, parts, by)
}

function scattered(before: Column, name: string, parts: readonly GroupFile[]): Column | null {
  const made = parts.map(({ file }) => file.columns.get(name) ?? null)
  if (made.includes(null)) return null
  const first = made[0]
  if (parts.length === 1 && first && parts[0].rows.length === columnLength(before)) return first
  const target = first?.kind === 'categorical' ? levelled(before, made) : numericCopy(before)
  for (const [p, column] of made.entries()) {
    const { rows } = parts[p]
    if (target.kind === 'numeric' && column?.kind === 'numeric')
      for (let i = 0; i < rows.length; i++) target.values[rows[i]] = column.values[i]
    if (target.kind === 'categorical' && column?.kind === 'categorical') {
      const recoded = column.levels.map((level) => target.levels.indexOf(level))
      for (let i = 0; i < rows.length; i++) target.codes[rows[i]] = column.codes[i] < 0 ? -1 : recoded[column.codes[i]]
    }
  }
  return target
}

function numericCopy(before: Column): NumericColumn {
  return before.kind === 'numeric'
    ? { kind: 'numeric', values: before.values.slice() }
    : { kind: 'numeric', values: new Float64Array(before.codes.length).fill(Number.NaN) }
}

/** The column before with the levels of all groups added to its own. */
function levelled(before: Column, made: readonly (Column | null)[]): CategoricalColumn {
  const levels = new Set(before.kind === 'categorical' ? before.levels : [])
  for (const column of made) if (column?.kind === 'categorical') for (const level of column.levels) levels.add(level)
  return before.kind === 'categorical'
    ? { ...before, codes: before.codes.slice(), levels: [...levels] }
    : { kind: 'categorical', codes: new Int32Array(before.values.length).fill(-1), levels: [...levels], ordered: false }
}

/**
 * Groups whose number of records changed: every column of the file is gathered. A record without an origin is missing
 * there, but for the columns of `by`, of which it has its group's values (of groups pooled: theirs in turn). A column
 * that would be missing in every record is dropped.
 */
function concatenated(state: FileState, parts: readonly GroupFile[], by: readonly string[]): FileState {
  const gather = (origin: (i: number, rows: Int32Array, at: number) => number): Int32Array =>
    Int32Array.from(
      parts.flatMap(({ rows, file }) => Array.from(file.origin ?? rows.keys(), (i, at) => origin(i, rows, at))),
    )
  const rows = gather((i, own) => (i < 0 ? -1 : own[i]))
  const grouped = by.length === 0 ? rows : gather((i, own, at) => own[i < 0 ? at % own.length : i])
  const linked = rows.some((row) => row >= 0)
  const gathered = new Map(
    state.data.names.map((name) => [name, takeColumn(state.data.column(name), by.includes(name) ? grouped : rows)]),
  )
  const ends = parts.map(({ rows, file }) => file.origin?.length ?? rows.length)
  let from = 0
  const shifted = parts.map(({ file }, p) => {
    const part = { rows: Int32Array.from({ length: ends[p] }, (_, i) => from + i), file }
    from += ends[p]
    return part
  })
  const dropped = new Set<string>()
  for (const [name, column] of gathered) {
    if (!parts.some(({ file }) => file.columns.has(name))) {
      if (!linked && !by.includes(name)) dropped.add(name)
      continue
    }
    const made = scattered(column, name, shifted)
    if (made === null) dropped.add(name)
    else gathered.set(name, made)
  }
  const origin = rows.map((row) => (row < 0 ? -1 : state.origin[row]))
  return { data: dataset([...gathered].filter(([name]) => !dropped.has(name))), origin }
}
