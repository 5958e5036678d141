import { isoText, SdcError, type Dataset, type NumericColumn, type TimeKind, type ValueBounds } from '@sdc/core'
import { timeBounds } from './time-bounds.js'
import { timesOf } from './times-of.js'
import type { FileSchema } from '../plan/plan.js'

/**
 * Returns the bounds that a schema gives to numeric columns of a file, and those of dates and times.
 *
 * @param data - The original.
 * @param schema - Schema of its columns.
 * @returns The bounds by column; empty if the schema has none.
 */
export function boundsOf(data: Dataset, schema: FileSchema | undefined): ReadonlyMap<string, ValueBounds> {
  const bounds = new Map<string, ValueBounds>()
  for (const [name, said] of saidOf(schema)) {
    if (data.names.includes(name) && data.column(name).kind === 'numeric') bounds.set(name, said)
  }
  for (const [name, kind] of timesOf(data, schema)) {
    const { dateFormat, min, max } = schema?.columns[name] ?? {}
    const own = timeBounds(kind, dateFormat, data.column(name) as NumericColumn)
    bounds.set(name, { ...own, ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
  }
  return bounds
}

/**
 * Checks a file against the bounds of its schema: bounds on masked values must hold for the original too. Cost: a pass
 * over each column with bounds.
 *
 * @param data - The original.
 * @param schema - Schema of its columns.
 * @param lineOf - Returns the line of the file on which a record (from 0) begins, if known.
 * @throws BAD_PLAN if a column with bounds is not numeric, or has a value outside them or one that is not whole.
 */
export function checkBounds(
  data: Dataset,
  schema: FileSchema | undefined,
  lineOf?: (record: number) => number | undefined,
): void {
  for (const [name, bounds] of saidOf(schema)) {
    if (!data.names.includes(name)) continue
    const column = data.column(name)
    if (column.kind !== 'numeric') {
      const why = column.notNumeric ?? `it has ${column.levels.length} categories`
      const message = `the schema has bounds (min, max, integer) for column "${name}", but it is not numeric: ${why}`
      throw new SdcError(
        'BAD_PLAN',
        message,
        { column: name },
        'Remove the bounds from the schema, or correct the values.',
      )
    }
    refuseBeyond(name, column.values, bounds, { lineOf })
  }
}

/**
 * Checks a column, or a block of it, against its bounds.
 *
 * @param name - The column.
 * @param values - Its values.
 * @param bounds - Its bounds from the schema.
 * @param where - The record (from 0) of the first value, by default 0; and the lines of records.
 * @throws BAD_PLAN if a value is out of bounds or not whole.
 */
export function refuseBeyond(
  name: string,
  values: Float64Array,
  bounds: ValueBounds,
  where: { readonly first?: number; readonly lineOf?: ((record: number) => number | undefined) | undefined } = {},
): void {
  const at = firstBeyond(values, bounds)
  const record = (where.first ?? 0) + at
  if (at >= 0) throw beyond(name, values[at], record, bounds, where.lineOf?.(record))
}

/** Index of the first value outside the bounds, or −1. Missing values are never outside. */
function firstBeyond(values: Float64Array, { min, max, integer }: ValueBounds): number {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value < min || value > max || (integer && value === value && value !== Math.floor(value))) return i
  }
  return -1
}

function beyond(
  name: string,
  value: number,
  at: number,
  { min, max, time }: ValueBounds,
  line: number | undefined,
): SdcError {
  const shown = (number: number): string => (time === undefined ? String(number) : isoText(time.kind, number))
  const said = value < min ? `min: ${shown(min)}` : value > max ? `max: ${shown(max)}` : 'integer: true'
  const where = line === undefined ? `record ${at + 1}` : `record ${at + 1}, line ${line}`
  const message = `the schema sets ${said} for column "${name}", but the original has ${shown(value)} (${where})`
  const fix =
    `If ${shown(value)} is a true value, correct the bounds in the schema. If it means a missing value, declare it ` +
    `(missing: ["${shown(value)}"]). Else correct the data: masked values are kept within these bounds.`
  return new SdcError('BAD_PLAN', message, { column: name, row: at + 1, ...(line !== undefined && { line }) }, fix)
}

function saidOf(schema: FileSchema | undefined): [string, ValueBounds][] {
  return Object.entries(schema?.columns ?? {}).flatMap(
    ([name, { kind, min, max, integer }]): [string, ValueBounds][] => {
      if (min === undefined && max === undefined && integer !== true) return []
      const time = isTime(kind) ? { kind, unit: kind === 'date' ? ('day' as const) : ('second' as const) } : undefined
      return [[name, { min: min ?? -Infinity, max: max ?? Infinity, integer: integer ?? false, ...(time && { time }) }]]
    },
  )
}

const isTime = (kind: FileSchema['columns'][string]['kind']): kind is TimeKind =>
  kind === 'date' || kind === 'datetime' || kind === 'time'
