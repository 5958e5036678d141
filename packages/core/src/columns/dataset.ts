import { SdcError } from '../base/errors.js'
import type { TimeKind } from './iso-times.js'
import { didYouMean } from '../base/suggest.js'

/** Kinds of missing values, such as "refused" and "not asked". */
export interface MissingKinds {
  /** Text of each kind, as the file writes it. */
  readonly texts: readonly string[]
  /** Number of the kind of each missing value; −1 for none. */
  readonly of: Int32Array
}

/** Numbers; NaN is a missing value. */
export interface NumericColumn {
  readonly kind: 'numeric'
  readonly values: Float64Array
  /** Set for methods that make new records, in files with several kinds. */
  readonly missingKinds?: MissingKinds | undefined
  /** Set by a reader for dates (days since 1970-01-01) and times (seconds). */
  readonly time?: TimeKind | undefined
}

/** Parent of each category: the category above it, null for one at the top. */
export type Taxonomy = ReadonlyMap<string, string | null>

/** Categories: `levels[codes[i]]` is the value of record i; −1 is a missing value. */
export interface CategoricalColumn {
  readonly kind: 'categorical'
  readonly codes: Int32Array
  readonly levels: readonly string[]
  readonly ordered: boolean
  readonly missingKinds?: MissingKinds | undefined
  /** Taxonomy of the categories; without it each category stands by itself. */
  readonly taxonomy?: Taxonomy | undefined
  /** First reason, with its line, why a reader could not read the column as numbers. */
  readonly notNumeric?: string | undefined
}

export type Column = NumericColumn | CategoricalColumn

/** A file in columns. An interface, so that a reader may load its columns when they are asked for. */
export interface Dataset {
  readonly rows: number
  readonly names: readonly string[]
  /** The column of that name; throws UNKNOWN_COLUMN where there is none. */
  column(name: string): Column
}

/** Returns a numeric column; NaN is a missing value. A Float64Array is used without a copy. */
export function numeric(values: Float64Array | readonly number[]): NumericColumn {
  return { kind: 'numeric', values: values instanceof Float64Array ? values : Float64Array.from(values) }
}

/**
 * Returns a categorical column from labels.
 *
 * @param labels - One label a record; null is a missing value.
 * @param levels - The levels in their order, which makes the column ordered; by default the labels in the order of
 *   first appearance.
 * @returns The column, with code −1 for missing values.
 * @throws BAD_PLAN if a level is named twice, or a label is not among the levels.
 */
export function categorical(labels: readonly (string | null)[], levels?: readonly string[]): CategoricalColumn {
  const codeOf = new Map((levels ?? []).map((level, code) => [level, code]))
  if (levels && codeOf.size < levels.length) {
    throw new SdcError('BAD_PLAN', `a level is named twice: ${levels.join(', ')}`)
  }
  const codes = Int32Array.from(labels, (label) => {
    if (label === null) return -1
    const known = codeOf.get(label)
    if (known !== undefined) return known
    if (levels) throw new SdcError('BAD_PLAN', `"${label}" is not one of the levels ${levels.join(', ')}`)
    codeOf.set(label, codeOf.size)
    return codeOf.size - 1
  })
  return { kind: 'categorical', codes, levels: [...codeOf.keys()], ordered: levels !== undefined }
}

/**
 * Returns a dataset from its columns in order.
 *
 * @throws DUPLICATE_COLUMN if a name occurs twice.
 * @throws LENGTH_MISMATCH if columns have different numbers of records.
 */
export function dataset(columns: Iterable<readonly [string, Column]>): Dataset {
  const held = new Map<string, Column>()
  let rows = -1
  for (const [name, column] of columns) {
    if (held.has(name)) throw new SdcError('DUPLICATE_COLUMN', `column "${name}" is named twice`, { column: name })
    const length = columnLength(column)
    if (rows >= 0 && length !== rows) {
      const message = `column "${name}" has ${length} records, the columns before it ${rows}`
      throw new SdcError('LENGTH_MISMATCH', message, { column: name })
    }
    rows = length
    held.set(name, column)
  }
  const names = [...held.keys()]
  return {
    rows: Math.max(rows, 0),
    names,
    column(name) {
      const column = held.get(name)
      if (!column) throw unknownColumn(name, names)
      return column
    },
  }
}

/**
 * Makes the error for a column that does not exist.
 *
 * @param name - The typed name.
 * @param names - Names of the existing columns.
 * @param where - The place where the name was typed, for the end of the sentence: `--columns`, `the schema`.
 * @returns UNKNOWN_COLUMN with the nearest name and the columns; if the whole header became one column, with that
 *   reason.
 */
export function unknownColumn(name: string, names: readonly string[], where?: string): SdcError {
  const message = `there is no column "${name}"${where === undefined ? '' : `, which ${where} names`}`
  return new SdcError('UNKNOWN_COLUMN', message, { column: name }, columnsThereAre(name, names))
}

/** Words the fix for a column that does not exist. */
function columnsThereAre(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'The file has no columns.'
  const [first] = names
  const mark = names.length === 1 ? [';', '\t', '|', ','].find((one) => first.includes(one)) : undefined
  if (mark !== undefined)
    return (
      'The file was read as a single column named by its first line. Set the separator in a schema (separator: ' +
      `${JSON.stringify(mark)}).`
    )
  return `${didYouMean(name, names)}The columns are ${listed(names)}.`
}

/**
 * Joins names for a message.
 *
 * @param names - The names.
 * @param most - Number of names before the rest is only counted.
 * @returns `a, b, c`, or `a, b and 3 more`.
 */
export function listed(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** Returns the number of records of a column. */
export function columnLength(column: Column): number {
  return column.kind === 'numeric' ? column.values.length : column.codes.length
}

/**
 * Returns the values of a numeric column.
 *
 * @param data - The dataset.
 * @param name - Name of the column.
 * @returns The column's own array, NaN if missing.
 * @throws NOT_NUMERIC with the reason of the reader; UNKNOWN_COLUMN.
 */
export function numericValues(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  if (column.kind === 'numeric') return column.values
  const why = column.notNumeric ?? `it has ${column.levels.length} categories`
  const fix = 'Name numeric columns only. If that text means a missing value, list it in the schema (missing).'
  throw new SdcError('NOT_NUMERIC', `column "${name}" is not numeric: ${why}`, { column: name }, fix)
}

/**
 * Returns true if a value is missing.
 *
 * @param column - The column.
 * @param i - The record, from 0.
 * @returns True for NaN or code −1.
 */
export function isMissing(column: Column, i: number): boolean {
  return column.kind === 'numeric' ? Number.isNaN(column.values[i]) : column.codes[i] < 0
}

/**
 * Returns the records of a column in another order.
 *
 * @param column - The column.
 * @param rows - Records from 0; a row that does not exist (−1) gives a missing value.
 * @returns A column with new arrays, as long as `rows`.
 */
export function takeColumn(column: Column, rows: Int32Array): Column {
  const kinds = column.missingKinds
  const missingKinds = kinds && { ...kinds, of: rows.map((row) => kinds.of[row] ?? -1) }
  if (column.kind === 'numeric') {
    const values = new Float64Array(rows.length)
    for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i]] ?? Number.NaN
    return missingKinds ? { ...column, values, missingKinds } : { ...column, values }
  }
  const codes = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]] ?? -1
  return missingKinds ? { ...column, codes, missingKinds } : { ...column, codes }
}

/**
 * Returns the records of a dataset in another order; each column is copied on its first use.
 *
 * @param data - The dataset.
 * @param rows - Records from 0; a row that does not exist (−1) gives missing values.
 * @returns A dataset of as many records as `rows`.
 */
export function takeRows(data: Dataset, rows: Int32Array): Dataset {
  const gathered = new Map<string, Column>()
  return {
    rows: rows.length,
    names: data.names,
    column(name) {
      let column = gathered.get(name)
      if (!column) gathered.set(name, (column = takeColumn(data.column(name), rows)))
      return column
    },
  }
}

/**
 * Returns a dataset with some columns replaced, added or dropped.
 *
 * @param data - The dataset.
 * @param columns - Columns by name; null drops a column, and new names are added at the end.
 * @returns The new dataset.
 */
export function withColumns(data: Dataset, columns: ReadonlyMap<string, Column | null>): Dataset {
  const names = [...data.names, ...[...columns.keys()].filter((name) => !data.names.includes(name))]
  const kept = names.filter((name) => columns.get(name) !== null)
  return dataset(kept.map((name) => [name, columns.get(name) ?? data.column(name)]))
}

/**
 * Returns a dataset without some of its columns; the others are read on demand.
 *
 * @param data - The dataset.
 * @param names - Columns to leave out.
 * @returns The others, in their order.
 * @throws UNKNOWN_COLUMN when a column that was left out is read.
 */
export function withoutColumns(data: Dataset, names: readonly string[]): Dataset {
  if (names.length === 0) return data
  const kept = data.names.filter((name) => !names.includes(name))
  return {
    rows: data.rows,
    names: kept,
    column(name) {
      if (!kept.includes(name)) throw unknownColumn(name, kept)
      return data.column(name)
    },
  }
}

/**
 * Returns true if two columns have the same records bit for bit; −0 differs from 0, and missing values are equal.
 *
 * @param a - A column.
 * @param b - Another column; its levels may have another order.
 * @returns True if they are equal.
 */
export function sameColumn(a: Column, b: Column): boolean {
  if (a === b) return true
  if (columnLength(a) !== columnLength(b)) return false
  if (a.kind === 'numeric') return b.kind === 'numeric' && sameNumbers(a.values, b.values)
  if (b.kind === 'numeric') return false
  return a.codes.every((code, i) => (code < 0 ? b.codes[i] < 0 : a.levels[code] === b.levels[b.codes[i]]))
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false
  return true
}
