import {
  calendarDay,
  daysSince1970,
  type NumericColumn,
  type TimeBounds,
  type TimeKind,
  type ValueBounds,
} from '@sdc/core'

/** Number of days or seconds in a unit of constant length. */
const LENGTHS = { day: 1, second: 1, minute: 60, hour: 3600 } as const
const DAY = 86_400

/**
 * Returns the bounds of a column of dates or times: the years that its format can express, and the hours of a day.
 *
 * @param kind - Kind of the column.
 * @param dateFormat - Its format; undefined for ISO 8601, and for files with dates of their own.
 * @param column - The original.
 * @returns The bounds; open for durations of more than a day.
 */
export function timeBounds(kind: TimeKind, dateFormat: string | undefined, { values }: NumericColumn): ValueBounds {
  const time: TimeBounds = { kind, unit: unitOf(kind, dateFormat) }
  if (kind === 'time') {
    const isClock = values.every((value) => !(value < 0 || value >= DAY))
    return {
      ...(isClock ? { min: 0, max: DAY - LENGTHS[time.unit as keyof typeof LENGTHS] } : unbounded),
      integer: false,
      time,
    }
  }
  const isShort = dateFormat !== undefined && dateFormat.includes('YY') && !dateFormat.includes('YYYY')
  const [first, last] = isShort ? [1930, 2029] : [1, 9999]
  const scale = kind === 'date' ? 1 : DAY
  const bounds = { min: daysSince1970(first, 1, 1) * scale, max: daysSince1970(last + 1, 1, 1) * scale - 1 }
  const isBeyond = values.some((value) => value < bounds.min || value > bounds.max)
  return { ...(isBeyond ? unbounded : bounds), integer: false, time }
}

const unbounded = { min: -Infinity, max: Infinity }

function unitOf(kind: TimeKind, format: string | undefined): TimeBounds['unit'] {
  if (kind === 'date')
    return format === undefined || format.includes('D') ? 'day' : format.includes('M') ? 'month' : 'year'
  return format === undefined || format.includes('ss') ? 'second' : format.includes('mm') ? 'minute' : 'hour'
}

/**
 * Rounds dates and times to the unit of their format, such as to the nearest first of a month.
 *
 * @param values - Whole days or seconds; changed in place.
 * @param time - Kind and unit of the column.
 * @returns The same array.
 */
export function toTimeUnit(values: Float64Array, { unit }: TimeBounds): Float64Array {
  if (unit === 'day' || unit === 'second') return values
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    if (unit === 'minute' || unit === 'hour') values[i] = Math.round(value / LENGTHS[unit]) * LENGTHS[unit]
    else values[i] = nearestFirst(value, unit)
  }
  return values
}

function nearestFirst(value: number, unit: 'month' | 'year'): number {
  const { year, month } = calendarDay(Math.floor(value))
  const before = daysSince1970(year, unit === 'year' ? 1 : month, 1)
  const after = unit === 'year' || month === 12 ? daysSince1970(year + 1, 1, 1) : daysSince1970(year, month + 1, 1)
  return value - before <= after - value ? before : after
}
