import { decimalNumber } from '../base/decimal-number.js'
import { SdcError } from '../base/errors.js'
import { categorical, dataset, isMissing, numeric, type Column, type Dataset } from './dataset.js'

/** Value of a cell of a record. */
export type CellValue = number | string | boolean | bigint | Date | null | undefined

/** A record as `toRows` gives it: null is a missing value. */
export type RowObject = Readonly<Record<string, number | string | null>>

/** Kinds of columns, for records whose values do not tell them. */
export interface RowsOptions {
  /**
   * Columns to take as numbers though they are text (`'12.5'`), or as categories though they are numbers (sex = 1, 2); others
   * are what their values are.
   */
  readonly kinds?: Readonly<Record<string, Column['kind']>> | undefined
}

/**
 * Makes a dataset from an array of objects. A column is numeric if its values are numbers, or whole `bigint`s that a
 * double holds exactly. Otherwise it is categorical: text, `true` and `false`, and dates as ISO text (`2024-02-29` for
 * midnight in UTC). `null`, `undefined`, `NaN` and a key that a record does not have are missing values.
 *
 * @param rows - The records; their columns are those of all of them, in the order in which they first appear.
 * @param options - Which columns are of another kind than their values.
 * @returns The dataset.
 * @throws WRONG_INPUT if a record is not an object, a column has numbers and text, or a value is none of these.
 * @throws NOT_NUMERIC if a column in `kinds` cannot be read as numbers.
 * @throws UNKNOWN_COLUMN if `kinds` names a missing column.
 */
export function fromRows(rows: readonly object[], { kinds = {} }: RowsOptions = {}): Dataset {
  if (!Array.isArray(rows))
    throw new SdcError('WRONG_INPUT', 'fromRows takes an array of records', {}, 'Give it a list: [{ income: 31 }, …].')
  const names = new Set<string>()
  for (const [i, row] of rows.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      const message = `record ${i + 1} is ${Array.isArray(row) ? 'an array' : `${String(row)}`}, not an object`
      throw new SdcError('WRONG_INPUT', message, { row: i + 1 }, 'Give one object a record: { income: 31, sex: "f" }.')
    }
    for (const name of Object.keys(row)) names.add(name)
  }
  for (const name of Object.keys(kinds)) {
    if (names.has(name)) continue
    const message = `kinds names a column "${name}", which no record has`
    throw new SdcError('UNKNOWN_COLUMN', message, { column: name }, `The columns are ${[...names].join(', ')}.`)
  }
  const records = rows as readonly Readonly<Record<string, unknown>>[]
  return dataset(
    [...names].map((name) => {
      // Inherited properties, such as `constructor`, are not values of a record.
      const values = records.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined))
      return [name, columnFrom(name, values, Object.hasOwn(kinds, name) ? kinds[name] : undefined)] as const
    }),
  )
}

/**
 * A dataset as an array of objects, a record each.
 *
 * @param data - The dataset.
 * @returns Its records in their order: numbers, the labels of categories, null for a missing value.
 */
export function toRows(data: Dataset): RowObject[] {
  const columns = data.names.map((name) => [name, data.column(name)] as const)
  return Array.from({ length: data.rows }, (_, i) =>
    Object.fromEntries(columns.map(([name, column]) => [name, cellOf(column, i)] as const)),
  )
}

/**
 * The value of a record in a column.
 *
 * @param column - The column.
 * @param i - The record, from 0.
 * @returns A number or the label of a category; null where it is missing.
 */
export function cellOf(column: Column, i: number): number | string | null {
  if (isMissing(column, i)) return null
  return (column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i] ?? -1]) ?? null
}

/**
 * A column from values as a program has them.
 *
 * @param name - column name, for error messages
 * @param values - As `fromRows` takes them.
 * @param kind - kind of the values; by default inferred from them
 * @returns The column.
 * @throws As `fromRows`.
 */
export function columnFrom(name: string, values: readonly unknown[], kind: Column['kind'] | undefined): Column {
  const cells = values.map((value, i) => cellFrom(value, name, i))
  const firstText = cells.findIndex((cell) => typeof cell === 'string')
  if (kind === 'categorical') return categorical(cells.map((cell) => (cell === null ? null : String(cell))))
  if (kind === 'numeric')
    return numeric(cells.map((cell, i) => (cell === null ? Number.NaN : numberFrom(cell, name, i))))
  if (firstText < 0) return numeric(cells.map((cell) => (typeof cell === 'number' ? cell : Number.NaN)))
  const firstNumber = cells.findIndex((cell) => typeof cell === 'number')
  if (firstNumber >= 0) {
    const message = `column "${name}" has the number ${String(cells[firstNumber])} in record ${firstNumber + 1} and ${JSON.stringify(cells[firstText])} in record ${firstText + 1}`
    const fix =
      `Set its kind: kinds: { ${JSON.stringify(name)}: 'categorical' }, or 'numeric' if the text holds ` +
      'numbers; null is a missing value.'
    throw new SdcError('WRONG_INPUT', message, { column: name, row: Math.max(firstNumber, firstText) + 1 }, fix)
  }
  const labels = cells.map((cell) => (cell === null ? null : String(cell)))
  // The levels of a switch are both there, whatever the records have.
  return values.every((value) => value === null || value === undefined || typeof value === 'boolean')
    ? { ...categorical(labels, ['false', 'true']), ordered: false }
    : categorical(labels)
}

/** A value as a number or a text; null where it is missing. */
function cellFrom(value: unknown, name: string, i: number): number | string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isNaN(value) ? null : value
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().replace('T00:00:00.000Z', '')
  const [what, fix] = refusal(value)
  const message = `column "${name}" has ${what} in record ${i + 1}`
  throw new SdcError('WRONG_INPUT', message, { column: name, row: i + 1 }, fix)
}

function refusal(value: unknown): readonly [what: string, fix: string] {
  if (typeof value === 'bigint')
    return [`the whole number ${value}, which is too large to be exact`, 'Pass it as text, which makes a category.']
  if (value instanceof Date) return ['an invalid date', 'Give null for a missing value.']
  const what = Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
  return [what, 'A cell is a number, a text, true or false, a date, or null: take nested values apart into columns.']
}

function numberFrom(cell: number | string, name: string, i: number): number {
  const number = typeof cell === 'number' ? cell : decimalNumber(cell)
  if (number !== undefined) return number
  const message = `column "${name}" is declared numeric, but record ${i + 1} has ${JSON.stringify(cell)}`
  throw new SdcError(
    'NOT_NUMERIC',
    message,
    { column: name, row: i + 1 },
    'Correct it, or give null where it is missing.',
  )
}
