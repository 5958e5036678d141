import { SdcError, type TimeKind } from '@sdc/core'
import type { ColumnSchema } from '../csv/csv-file.js'
import { isTimeKind } from '../csv/times/time-columns.js'
import { timeOfType } from '../times/time-of-type.js'
import { quotedName, quotedText } from './sql-text.js'

/** Reading of a column: as numbers, or as texts that are its categories. */
export interface ColumnForm {
  readonly name: string
  /** Type in DuckDB: `BIGINT`, `DECIMAL(9,2)`, `DATE`. */
  readonly type: string
  readonly numeric: boolean
  /** Kind of a column of dates or times, which are stored as days or seconds. */
  readonly time?: TimeKind | undefined
  /** Expression for `SELECT`: a double, a whole number of 32 bits, or a text; null if missing. */
  readonly expression: string
  /** True if every cell that is not null equals the cell of the file. */
  readonly asItStands: boolean
  /** Size from which values may not be exact doubles. */
  readonly limit: number
}

const EXACT = 2 ** 53
const whole = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/
const narrow = /^(U?TINYINT|U?SMALLINT|INTEGER|BOOLEAN)$/
const wide = /^U?(BIGINT|HUGEINT)$/
const decimal = /^DECIMAL\((\d+),(\d+)\)$/

/**
 * Returns the reading of a column of a type.
 *
 * @param name - Name of the column.
 * @param type - Type in DuckDB.
 * @param schema - Schema of the column.
 * @returns The reading.
 * @throws WRONG_INPUT if it holds lists, structs or bytes; NOT_NUMERIC if it is declared numeric and its type is not
 */
export function formOf(name: string, type: string, schema: ColumnSchema | undefined): ColumnForm {
  const isNumber = whole.test(type) || decimal.test(type) || type === 'DOUBLE' || type === 'FLOAT'
  const time = isTimeKind(schema?.kind) || schema?.kind === undefined ? timeOfType(type) : undefined
  if (isTimeKind(schema?.kind) && time === undefined) throw notTime(name, type, schema.kind)
  if (time !== undefined && schema?.levels === undefined && schema?.ordered !== true) {
    const expression = withoutMissing(secondsOf(name, type), textOf(name, type, false), schema)
    return { name, type, numeric: true, time, expression, asItStands: !schema?.missing?.length, limit: Infinity }
  }
  const said = schema?.kind ?? (schema?.levels || schema?.ordered ? 'categorical' : undefined)
  const numeric = said === undefined ? isNumber : said === 'numeric'
  const cell = numeric ? numberOf(name, type, isNumber) : textOf(name, type, isNumber)
  const expression =
    numeric && type === 'VARCHAR'
      ? `CAST(${withoutMissing(quotedName(name), quotedName(name), schema)} AS DOUBLE)`
      : withoutMissing(cell, numeric ? undefined : cell, schema)
  const asItStands = (schema?.missing ?? []).length === 0
  return { name, type, numeric, expression, asItStands, limit: limitOf(numeric, type) }
}

/** A decimal without its mark is a whole number, which must be an exact double. */
function limitOf(numeric: boolean, type: string): number {
  if (!numeric) return Infinity
  if (wide.test(type)) return EXACT
  const [, width, scale] = decimal.exec(type) ?? []
  return width === undefined || Number(width) <= 15 ? Infinity : EXACT / Number(`1e${scale}`)
}

function numberOf(name: string, type: string, isNumber: boolean): string {
  const column = quotedName(name)
  const width = Number(decimal.exec(type)?.[1] ?? 0)
  // A double of up to 15 digits divided by a power of ten is the nearest double; numbers with more digits are read as
  // texts.
  if (width > 15) return `CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`
  // Half of the memory of doubles in transfer.
  if (narrow.test(type)) return `CAST(${column} AS INTEGER)`
  if (isNumber || type === 'VARCHAR') return `CAST(${column} AS DOUBLE)`
  const message = `column "${name}" is declared numeric, but has the type ${type} in the file`
  throw new SdcError('NOT_NUMERIC', message, { column: name }, 'Remove the kind, or convert the column first.')
}

function textOf(name: string, type: string, isNumber: boolean): string {
  const column = quotedName(name)
  const text = `CAST(${column} AS VARCHAR)`
  if (type === 'VARCHAR') return column
  if (type === 'TIMESTAMP WITH TIME ZONE') return `${dayAndTime(`make_timestamp(epoch_us(${column}))`)} || 'Z'`
  if (/^TIMESTAMP(_S|_MS|_NS)?$/.test(type)) return dayAndTime(column)
  if (type === 'DOUBLE' || type === 'FLOAT') return `regexp_replace(${text}, '[.]0$', '')`
  if (isNumber || /^(BOOLEAN|DATE|TIME|TIME WITH TIME ZONE|UUID|ENUM\(.*\))$/.test(type)) return text
  const message = `column "${name}" has the type ${type}, which is not a number, text, switch or date`
  throw new SdcError('WRONG_INPUT', message, { column: name }, 'Leave it out of the file, or convert it to text.')
}

const dayAndTime = (time: string): string => `replace(CAST(${time} AS VARCHAR), ' ', 'T')`

/** Makes missing values of the schema null as well; `text` is the text of the cell, undefined for a number. */
function withoutMissing(cell: string, text: string | undefined, schema: ColumnSchema | undefined): string {
  const missing = schema?.missing ?? []
  const texts =
    text === undefined
      ? missing
          .filter((code) => code.trim() !== '' && Number.isFinite(Number(code)))
          .map((code) => String(Number(code)))
      : missing.map(quotedText)
  return texts.length === 0 ? cell : `CASE WHEN ${text ?? cell} IN (${texts.join(', ')}) THEN NULL ELSE ${cell} END`
}

/** Days of a date, seconds of a moment or time. */
function secondsOf(name: string, type: string): string {
  const column = quotedName(name)
  if (type === 'DATE') return `CAST(${column} - DATE '1970-01-01' AS INTEGER)`
  return `epoch_us(${type === 'TIME' ? column : `CAST(${column} AS TIMESTAMP)`}) / 1e6`
}

/** Returns the date or time of a number of days or seconds, for `SELECT`. */
export function timeExpression(value: string, type: string): string {
  if (type === 'DATE') return `DATE '1970-01-01' + CAST(${value} AS INTEGER)`
  return `CAST(make_timestamp(CAST(round(${value} * 1e6) AS BIGINT)) AS ${type})`
}

function notTime(name: string, type: string, kind: TimeKind): SdcError {
  const message = `column "${name}" is declared ${kind}, but has the type ${type} in the Parquet file`
  return new SdcError(
    'BAD_PLAN',
    message,
    { column: name },
    'Convert it to DATE or TIMESTAMP, or save the file as CSV.',
  )
}
