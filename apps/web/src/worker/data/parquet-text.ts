import { SdcError } from '@sdc/core'
import { decodeText } from '@sdc/files'
import type { SchemaElement } from 'hyparquet'

/** Greatest integer range that a number represents exactly. */
const EXACT = 2n ** 53n

/** Conversion of a column's values to cells; `isText` if cells are never numbers. */
export interface ColumnText {
  readonly isText: boolean
  readonly cell: (value: unknown) => string
}

/** Parsers that return instants as ISO text with all digits of the file, also beyond milliseconds. */
export const parsers = {
  timestampFromMilliseconds: (millis: bigint): string => instant(millis, 1000n, 3),
  timestampFromMicroseconds: (micros: bigint): string => instant(micros, 1_000_000n, 6),
  timestampFromNanoseconds: (nanos: bigint): string => instant(nanos, 1_000_000_000n, 9),
  dateFromDays: (days: number | null): string | null =>
    days === null || days === undefined ? null : new Date(days * 86_400_000).toISOString().slice(0, 10),
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined => bytes && decodeText(bytes, 'a JSON column'),
}

function instant(value: bigint | null | undefined, aSecond: bigint, digits: number): string {
  if (value === null || value === undefined) return ''
  const parts = BigInt.asUintN(64, ((BigInt(value) % aSecond) + aSecond) % aSecond)
  const seconds = (BigInt(value) - parts) / aSecond
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -5)
  return parts === 0n ? `${whole}Z` : `${whole}.${String(parts).padStart(digits, '0')}Z`
}

/**
 * Returns the conversion of a Parquet column to cells of a table.
 *
 * @param element - Schema of the column in the file.
 * @param file - Name of the file, for errors.
 * @returns A conversion of values: numbers exactly, dates as ISO text, null as an empty cell.
 * @throws FILE for values that do not fit a cell: lists, bytes, decimals that a number cannot represent.
 */
export function columnText(element: SchemaElement, file: string): ColumnText {
  const { name, type, converted_type: converted, logical_type: logical } = element
  const refuse = (what: string): never => {
    const fix = 'Remove the column, or split it into simple columns, and open the file again.'
    throw new SdcError('FILE', `the column ${name} of ${file} contains ${what}`, { file, column: name }, fix)
  }
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const digits = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0)
    const most = Number(EXACT) / Number(`1e${digits}`)
    const cell = (value: unknown): string => {
      if (typeof value !== 'number') return refuse('decimals in an unsupported format')
      return Math.abs(value) < most ? value.toFixed(digits) : refuse('decimals with too many digits')
    }
    return { isText: false, cell }
  }
  const isLocal = logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC
  const isTime = logical?.type === 'TIMESTAMP' || type === 'INT96' || converted?.startsWith('TIMESTAMP') === true
  const isNumber = !isTime && ['INT32', 'INT64', 'FLOAT', 'DOUBLE'].includes(type ?? '')
  const isDate = converted === 'DATE' || logical?.type === 'DATE'
  const isHalf = logical?.type === 'FLOAT16'
  const cell = (value: unknown): string => {
    if (typeof value === 'string') return isLocal ? value.replace(/Z$/, '') : value
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
    return refuse('values other than text, numbers and dates: lists, bytes or shapes')
  }
  return { isText: !(isNumber || isHalf) || isDate, cell }
}

/** Returns true for an integer that a number does not represent exactly. */
export function isBeyond(value: unknown): boolean {
  return typeof value === 'bigint' && (value > EXACT || value < -EXACT)
}
