import type { TimeKind } from '@sdc/core'

/** Days from 14 October 1582, the origin of SPSS seconds, to 1 January 1970. */
const EPOCH_DAYS = 141_428
const DAY = 86_400

/** Seconds beyond any calendar: 300,000 years. */
const BEYOND = 1e13

/**
 * Determines the kind of the numbers of a column with a time format.
 *
 * @param kind - Kind of the format.
 * @param values - Numbers of the file, NaN if missing.
 * @returns The kind. Dates with a time of day are moments; numbers beyond any calendar are plain numbers.
 */
export function timeOfValues(kind: TimeKind | undefined, values: Float64Array): TimeKind | undefined {
  if (kind === undefined || values.some((value) => Math.abs(value) > BEYOND)) return undefined
  return kind === 'date' && values.some((value) => value % DAY !== 0 && !Number.isNaN(value)) ? 'datetime' : kind
}

/** Converts a number of a file to the unit of its kind. */
export function fromSpssTime(value: number, kind: TimeKind | undefined): number {
  if (kind === 'date') return value / DAY - EPOCH_DAYS
  return kind === 'datetime' ? value - EPOCH_DAYS * DAY : value
}

/** Converts a number of a table to SPSS seconds. */
export function toSpssTime(value: number, kind: TimeKind | undefined): number {
  if (kind === 'date') return (value + EPOCH_DAYS) * DAY
  return kind === 'datetime' ? value + EPOCH_DAYS * DAY : value
}
