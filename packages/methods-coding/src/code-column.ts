import { numeric, SdcError, type CategoricalColumn, type Column, type ErrorPlace } from '@sdc/core'
import { countValues } from '@sdc/stats'
import type { Units } from '@sdc/toolkit/internal'
import {
  endsOf,
  refuseEmptyTails,
  refuseSmallTails,
  tailThresholds,
  type EndValues,
  type TailLimits,
} from './tail-thresholds.js'
import { codeTails, type CodedTails, type TailReplacement, type Thresholds } from './tails.js'

/** What may be said of the tails of numeric and of ordered categorical columns. */
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

export interface CodedColumn {
  readonly column: Column
  /** Thresholds and numbers of values in the tails. */
  readonly report: ReadonlyMap<string, number>
  readonly warnings: readonly string[]
}

/**
 * One column with its tails coded: numbers by thresholds or percents, ordered categories by levels or percents, these
 * always to the threshold category. A column without any value has nothing to code. Where persons have several records, tails
 * that become their mean or median have values of as many persons.
 *
 * @param column - The column.
 * @param options - Where its tails begin, and what they become.
 * @param place - For the errors.
 * @param persons - Whose the records are, where persons have several.
 * @returns The coded column, and what was done.
 * @throws NOT_NUMERIC for categories without an order, BAD_PARAMETER, NOTHING_MOVES and TOO_FEW_RECORDS as
 *   `tailThresholds`, `refuseEmptyTails` and `refuseSmallTails` do
 */
export function codeColumn(column: Column, options: TailOptions, place: ErrorPlace, persons?: Units): CodedColumn {
  const keys = orderKeys(column, place)
  const missing = keys.length - countValues(keys)
  const warnings = missing > 0 ? [`${missing} missing values stay missing`] : []
  if (missing === keys.length) return { column, report: new Map(), warnings }
  const isNumeric = column.kind === 'numeric'
  const levels = isNumeric ? undefined : column.levels
  const limits = tailLimits(levels, options, place)
  const thresholds = tailThresholds(keys, limits, place)
  const coded = codeTails(keys, thresholds, isNumeric ? options.replacement : 'threshold')
  const of = persons?.ofRecord
  const people = of && {
    below: new Set(of.filter((_, i) => keys[i] < thresholds.bottom)).size,
    above: new Set(of.filter((_, i) => keys[i] > thresholds.top)).size,
  }
  const judged = judgeTails(coded, thresholds, { levels, limits, options, place, ends: () => endsOf(keys), people })
  warnings.push(...judged.warnings)
  const masked = isNumeric ? numeric(coded.values) : withCodes(column, coded.values)
  return { column: masked, report: judged.report, warnings }
}

/**
 * What the tails of a column are given by: numbers of numeric columns, places of the categories of ordered ones.
 *
 * @param levels - The categories in their order; undefined of a numeric column.
 * @param options - What is asked for.
 * @param place - Method and column, for the messages.
 * @returns The thresholds that are given, in the unit of the column or as places from 0, and the percents.
 * @throws BAD_PARAMETER for a threshold that is no category of the column.
 */
export function tailLimits(levels: readonly string[] | undefined, options: TailOptions, place: ErrorPlace): TailLimits {
  return {
    topPercent: options.topPercent,
    bottomPercent: options.bottomPercent,
    top: levels ? levelThreshold(levels, options, 'topLevel', place) : options.top,
    bottom: levels ? levelThreshold(levels, options, 'bottomLevel', place) : options.bottom,
  }
}

/** A column whose tails were coded. */
export interface TailsOf {
  readonly levels: readonly string[] | undefined
  readonly limits: TailLimits
  readonly options: TailOptions
  readonly place: ErrorPlace
  readonly ends: () => EndValues
  /** How many persons have values in the tails, where that is not how many values there are. */
  readonly people?: Pick<CodedTails, 'below' | 'above'> | undefined
}

/**
 * What is reported and said of coded tails.
 *
 * @param coded - How many values lay below the bottom threshold, and how many above the top one.
 * @param thresholds - Where the tails begin, in the unit of the column or as places of categories.
 * @param column - What was coded, and what was asked for.
 * @returns Counts and thresholds by their names, and sentences.
 * @throws NOTHING_MOVES and TOO_FEW_RECORDS as `refuseEmptyTails` and `refuseSmallTails` do.
 */
export function judgeTails(
  coded: Pick<CodedTails, 'below' | 'above'>,
  thresholds: Thresholds,
  { levels, limits, options, place, ends, people }: TailsOf,
): Pick<CodedColumn, 'report' | 'warnings'> {
  const report = new Map<string, number>()
  const warnings: string[] = []
  refuseEmptyTails(ends, coded, limits, place)
  if (options.replacement !== 'threshold') {
    if (levels === undefined) refuseSmallTails(people ?? coded, options.minimumTail, place, people && 'person')
    else warnings.push(`categories have no ${options.replacement}; categories in a tail become the threshold`)
  }
  for (const [side, limit, count] of [
    ['bottom', thresholds.bottom, coded.below],
    ['top', thresholds.top, coded.above],
  ] as const) {
    if (!Number.isFinite(limit)) continue
    report.set(`values in the ${side} tail`, count)
    if (levels === undefined) report.set(`${side} threshold`, limit)
    const shown = levels === undefined ? String(limit) : `"${levels[limit]}"`
    if (count === 0) warnings.push(`no value lies beyond the ${side} threshold ${shown}`)
  }
  return { report, warnings }
}

/** Numbers that are ordered as the values are; NaN where missing. */
function orderKeys(column: Column, place: ErrorPlace): Float64Array {
  if (column.kind === 'numeric') return column.values
  if (column.ordered) return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
  const why = column.notNumeric === undefined ? '' : ` (${column.notNumeric})`
  const message = `the categories of column "${place.column}" have no order, so it has no tails${why}`
  const fix = 'Give the order in a schema (levels: […], ordered: true), or leave the column out.'
  throw new SdcError('NOT_NUMERIC', message, place, fix)
}

/** The code of a category that is a threshold. */
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

function withCodes(column: CategoricalColumn, keys: Float64Array): CategoricalColumn {
  return { ...column, codes: Int32Array.from(keys, (key) => (Number.isNaN(key) ? -1 : key)) }
}
