import { isoNumber, SdcError, type Column, type ErrorPlace, type TimeKind } from '@sdc/core'
import { reportedValue, valueText } from '@sdc/toolkit/internal'
import { refuseSmallTails, type TailLimits } from './tail-thresholds.js'
import type { CodedTails, TailReplacement, Thresholds } from './tails.js'

/** Options for the tails of numeric and of ordered categorical columns. */
export interface TailOptions {
  readonly top?: number | undefined
  readonly bottom?: number | undefined
  readonly topLevel?: string | undefined
  readonly bottomLevel?: string | undefined
  readonly topPercent: number
  readonly bottomPercent: number
  readonly replacement: TailReplacement
  readonly minimumTail: number
}

/**
 * Returns the limits of the tails of a column: numbers, or places of ordered categories.
 *
 * @param column - The categories in their order, undefined of a numeric column; the kind of a column of dates or
 *   times.
 * @param options - Given thresholds and percents.
 * @param place - Method and column, for the messages.
 * @returns The thresholds that are given, in the unit of the column or as places from 0, and the percents.
 * @throws BAD_PARAMETER for a threshold that is not a category, or a date, of the column.
 */
export function tailLimits(
  { levels, time }: Pick<TailsOf, 'levels' | 'time'>,
  options: TailOptions,
  place: ErrorPlace,
): TailLimits {
  return {
    topPercent: options.topPercent,
    bottomPercent: options.bottomPercent,
    top: levels
      ? levelThreshold(levels, options, 'topLevel', place)
      : (timeThreshold(time, options, 'topLevel', place) ?? options.top),
    bottom: levels
      ? levelThreshold(levels, options, 'bottomLevel', place)
      : (timeThreshold(time, options, 'bottomLevel', place) ?? options.bottom),
  }
}

/** A column whose tails were counted. */
export interface TailsOf {
  readonly levels: readonly string[] | undefined
  /** Kind of a column of dates or times. */
  readonly time: TimeKind | undefined
  readonly options: TailOptions
  readonly place: ErrorPlace
  /** Number of persons with values in the tails, if some have several records. */
  readonly people?: Pick<CodedTails, 'below' | 'above'> | undefined
}

/**
 * Reports on counted tails.
 *
 * @param counts - Number of values below the bottom threshold, and above the top one.
 * @param thresholds - In the unit of the column, or as places of categories.
 * @param column - The column and its options.
 * @returns Counts and thresholds by their names, and warnings.
 * @throws TOO_FEW_RECORDS as `refuseSmallTails` does.
 */
export function judgeTails(
  counts: Pick<CodedTails, 'below' | 'above'>,
  thresholds: Thresholds,
  { levels, time, options, place, people }: TailsOf,
): { readonly report: ReadonlyMap<string, number | string>; readonly warnings: readonly string[] } {
  const report = new Map<string, number | string>()
  const warnings: string[] = []
  if (options.replacement !== 'threshold') {
    if (levels === undefined) refuseSmallTails(people ?? counts, options.minimumTail, place, people && 'person')
    else warnings.push(`categories have no ${options.replacement}; categories in a tail become the threshold`)
  }
  for (const [side, limit, count] of [
    ['bottom', thresholds.bottom, counts.below],
    ['top', thresholds.top, counts.above],
  ] as const) {
    if (!Number.isFinite(limit)) continue
    report.set(`values in the ${side} tail`, count)
    if (levels === undefined) report.set(`${side} threshold`, reportedValue(time, limit))
    const shown = levels === undefined ? valueText(time, limit) : `"${levels[limit]}"`
    if (count === 0) warnings.push(`no value lies beyond the ${side} threshold ${shown}`)
  }
  return { report, warnings }
}

/**
 * Refuses categories without an order.
 *
 * @param column - The column, with or without records.
 * @param place - Method and column, for the message.
 * @throws NOT_NUMERIC
 */
export function refuseUnordered(column: Column, place: ErrorPlace): void {
  if (column.kind === 'numeric' || column.ordered) return
  const why = column.notNumeric === undefined ? '' : ` (${column.notNumeric})`
  const message = `the categories of column "${place.column}" have no order, so it has no tails${why}`
  const fix = 'Give the order in a schema (levels: […], ordered: true), or leave the column out.'
  throw new SdcError('NOT_NUMERIC', message, place, fix)
}

/** Threshold of a column of dates or times, in days or seconds. */
function timeThreshold(
  time: TimeKind | undefined,
  options: TailOptions,
  parameter: 'topLevel' | 'bottomLevel',
  place: ErrorPlace,
): number | undefined {
  const text = options[parameter]
  if (text === undefined || time === undefined) return undefined
  const value = isoNumber(time, text)
  if (!Number.isNaN(value)) return value
  const message = `"${text}" is not a ${time === 'time' ? 'time' : 'date'} for column "${place.column}"`
  throw new SdcError('BAD_PARAMETER', message, { ...place, parameter }, 'Write it by ISO 8601: 2024-12-31, 12:30:00.')
}

/** Threshold of a column of ordered categories, as code. */
function levelThreshold(
  levels: readonly string[],
  options: TailOptions,
  parameter: 'topLevel' | 'bottomLevel',
  place: ErrorPlace,
): number | undefined {
  const level = options[parameter]
  if (level === undefined) return undefined
  const code = levels.indexOf(level)
  if (code >= 0) return code
  const message = `column "${place.column}" has no category "${level}"`
  throw new SdcError('BAD_PARAMETER', message, { ...place, parameter }, `Its categories are ${levels.join(', ')}.`)
}
