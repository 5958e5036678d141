import { SdcError } from '../base/errors.js'
import { dataset, numeric, unknownColumn, type Column, type Dataset } from './dataset.js'
import { cellOf, columnFrom } from './rows.js'

/** The part of an Arrow column that sdc uses, declared here so that no Arrow package is needed. */
export interface ArrowVector {
  readonly length: number
  readonly nullCount: number
  /** Its type, whose text is `Float64`, `Dictionary<Int32, Utf8>`, …; whether the categories of a dictionary are ordered. */
  readonly type?: unknown
  /** Its parts; of a dictionary each has the categories. */
  readonly data?: readonly { readonly dictionary?: Iterable<unknown> | undefined }[]
  get(index: number): unknown
  toArray(): unknown
}

/** The part of an Arrow table that sdc uses; `tableFromIPC`, `tableFromArrays` and others make such tables. */
export interface ArrowTable {
  readonly numRows: number
  readonly schema: { readonly fields: readonly { readonly name: string }[] }
  getChild(name: string): ArrowVector | null
}

/** Columns as `tableFromArrays` takes them: null is a missing value. */
export type ArrowArrays = Readonly<
  Record<string, Float64Array | readonly (number | null)[] | readonly (string | null)[]>
>

/** The part of an Arrow module that sdc uses. */
export interface ArrowModule {
  tableFromArrays(arrays: Record<string, Float64Array | (number | null)[] | (string | null)[]>): unknown
}

/** The table that a module of Arrow makes. */
export type TableOf<M extends ArrowModule> = ReturnType<M['tableFromArrays']>

/**
 * Makes a dataset from an Arrow table, or from anything with its interface. Numbers of any width are numeric;
 * dictionaries are categorical with their categories as levels, in their order; text, switches, dates and times of day
 * with a date are categorical as in `fromRows`. Null and NaN are missing values.
 *
 * @param table - The table.
 * @returns The dataset, with arrays of its own.
 * @throws WRONG_INPUT if a column has unsupported cells (lists, structs, decimals) or whole numbers beyond the range of
 *   exact doubles.
 */
export function fromArrow(table: ArrowTable): Dataset {
  const names = table.schema.fields.map(({ name }) => name)
  return dataset(
    names.map((name) => {
      const vector = table.getChild(name)
      if (vector === null) throw unknownColumn(name, names)
      return [name, columnOf(name, vector)] as const
    }),
  )
}

function columnOf(name: string, vector: ArrowVector): Column {
  const type = String(vector.type ?? '')
  if (type.startsWith('Decimal')) {
    const message = `column "${name}" has the unsupported Arrow type ${type}`
    throw new SdcError('WRONG_INPUT', message, { column: name }, 'Cast it to Float64, or to Utf8 for a category.')
  }
  if (vector.nullCount === 0 && /^(Float(32|64)|U?[Ii]nt(8|16|32))$/.test(type))
    return numeric(Float64Array.from(vector.toArray() as ArrayLike<number>))
  const isDate = /^(Date|Timestamp)/.test(type)
  const values = Array.from({ length: vector.length }, (_, i) => {
    const value = vector.get(i)
    return isDate && typeof value === 'number' ? new Date(value) : value
  })
  const levels = levelsOf(vector)
  // A column whose cells are all null says by its type what it is.
  const kind = levels || /^(Large)?Utf8|^Bool/.test(type) ? 'categorical' : undefined
  const column = columnFrom(name, values, kind)
  return column.kind === 'categorical' && levels ? withLevels(column, levels, isOrdered(vector.type)) : column
}

/** The categories of a dictionary: those of its last part, which has them all. */
function levelsOf({ data }: ArrowVector): readonly string[] | undefined {
  const dictionary = data?.at(-1)?.dictionary
  return dictionary && [...dictionary].filter((level) => level !== null).map(String)
}

function isOrdered(type: unknown): boolean {
  return typeof type === 'object' && type !== null && 'isOrdered' in type && type.isOrdered === true
}

/** The same categories with the levels of a dictionary first, in its order. */
function withLevels(
  column: Extract<Column, { kind: 'categorical' }>,
  first: readonly string[],
  ordered: boolean,
): Column {
  const levels = [...new Set([...first, ...column.levels])]
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const codes = Int32Array.from(column.levels, (level) => codeOf.get(level) ?? -1)
  return { kind: 'categorical', codes: column.codes.map((code) => codes[code] ?? -1), levels, ordered }
}

/**
 * Converts a dataset to the arrays that Arrow's `tableFromArrays` takes.
 *
 * @param data - The dataset.
 * @returns Its columns by name.
 */
export function toArrow(data: Dataset): ArrowArrays
/**
 * Converts a dataset to an Arrow table: `toArrow(data, arrow)` after `import * as arrow from 'apache-arrow'`.
 *
 * @param data - The dataset.
 * @param arrow - The module; only its `tableFromArrays` is used.
 * @returns The table.
 */
export function toArrow<M extends ArrowModule>(data: Dataset, arrow: M): TableOf<M>
export function toArrow(data: Dataset, arrow?: ArrowModule): unknown {
  const arrays = Object.fromEntries(data.names.map((name) => [name, arrayOf(data.column(name), data.rows)] as const))
  return arrow ? arrow.tableFromArrays(arrays) : arrays
}

function arrayOf(column: Column, rows: number): Float64Array | (number | null)[] | (string | null)[] {
  if (column.kind === 'numeric') {
    const { values } = column
    return values.some(Number.isNaN)
      ? Array.from(values, (value) => (Number.isNaN(value) ? null : value))
      : values.slice()
  }
  return Array.from({ length: rows }, (_, i) => cellOf(column, i) as string | null)
}
