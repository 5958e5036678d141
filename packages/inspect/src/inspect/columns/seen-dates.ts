import { isoText, type TimeKind } from '@sdc/core'
import { isDateCode, type DateForm } from '../dates.js'
import type { MissingCode, NumberFacts } from '../inspection.js'
import type { LookedColumn } from '../look-at-column.js'
import { numberText } from '../words.js'
import { LOOKED_AT, type Seen } from './seen-column.js'

/** Describes a column of dates or times. */
export function seenTimes(
  time: TimeKind,
  { least, greatest }: NumberFacts,
  why: string,
): Pick<Seen, 'why' | 'numbers' | 'shape' | 'looks' | 'suggestedKind'> {
  const looks = `${time === 'time' ? 'times' : 'dates'}, ${isoText(time, least)} to ${isoText(time, greatest)}`
  return { why, numbers: undefined, shape: time === 'time' ? 'times' : 'dates', looks, suggestedKind: time }
}

/** Returns the form of dates as YYYYMMDD, with the impossible ones. */
export function dayNumbers(wrong: readonly number[]): DateForm {
  const schema = { kind: 'date', format: 'YYYYMMDD' } as const
  return { shape: 'dates', form: 'YYYYMMDD', isAmbiguous: false, wrong: wrong.map(String), schema }
}

/** Most impossible dates that are named. */
const NAMED = 3

/**
 * Names the impossible dates of a column: `, but for 30.02.1931 (record 78)`.
 *
 * @param dates - Form of its dates.
 * @param looked - The column.
 * @returns The text; empty if all are dates.
 */
export function wrongText(dates: DateForm | undefined, { column }: LookedColumn): string {
  if (dates === undefined || dates.wrong.length === 0) return ''
  const named = dates.wrong.slice(0, NAMED).map((text) => {
    const i =
      column.kind === 'numeric'
        ? column.values.indexOf(Number(text))
        : column.codes.indexOf(column.levels.findIndex((level) => level.trim() === text))
    return `${text} (record ${numberText(i + 1)})`
  })
  const more = dates.wrong.length > NAMED ? ` and ${dates.wrong.length - NAMED} more` : ''
  return `, but for ${named.join(', ')}${more}`
}

/** Returns true for numbers that mean no date: 0 and 99999999. */
const isDateNumberCode = (value: number): boolean => value === 0 || isDateCode(String(value))

/** Returns the numbers that are not codes for missing dates. */
export function withoutDateCodes(values: Float64Array): number[] {
  return [...values.subarray(0, LOOKED_AT)].filter((value) => !isDateNumberCode(value))
}

/** Returns the codes for missing dates among numbers. */
export function dateNumberCodes(values: Float64Array, counts: Uint32Array): MissingCode[] {
  return [...values].flatMap((value, k) =>
    isDateNumberCode(value) ? [{ text: String(value), records: counts[k], why: 'no date that anybody means' }] : [],
  )
}
