import type { TimeKind } from '@sdc/core'
import { timeOf } from '../times.js'
import type { Storage } from '../storage.js'

const LONGEST = 56
/** Numbers, which include weeks, months, quarters, halves, years, and days of a business calendar. */
const NUMBERS = /^%(?:-?0?\d{1,3}[.,]\d{1,2}[efg]c?|21x|(?:16|8)[HL]|-?t[wmqhyb][\x21-\x7e]*)$/
const TEXTS = /^%[-~]?\d{1,4}s$/
const TIMES: Readonly<Record<TimeKind, string>> = { date: '%td', datetime: '%tc', time: '%tcHH:MM:SS' }
const DEFAULTS = { byte: '%8.0g', int: '%8.0g', long: '%12.0g', float: '%9.0g', double: '%10.0g' }

/**
 * Returns the display format of a column of numbers: its own if Stata has it for such values, else the default of
 * Stata.
 *
 * @param format - Format of the column in the notation of any program.
 * @param time - Kind of its numbers.
 * @param storage - Storage type.
 * @returns The format.
 */
export function numberFormat(
  format: string | undefined,
  time: TimeKind | undefined,
  storage: keyof typeof DEFAULTS,
): string {
  if (time === undefined)
    return format !== undefined && isShort(format) && NUMBERS.test(format) ? format : DEFAULTS[storage]
  return format !== undefined && isShort(format) && timeOf(format) === time ? format : TIMES[time]
}

/**
 * Returns the display format of a column of texts of up to `width` bytes; see `numberFormat`.
 *
 * @param format - Format of the column in the notation of any program.
 * @param storage - Storage type.
 * @param width - Bytes of the longest text.
 * @returns The format.
 */
export function textFormat(format: string | undefined, storage: Storage, width: number): string {
  if (format !== undefined && TEXTS.test(format)) return format
  return storage === 'long text' ? '%9s' : `%${Math.min(244, Math.max(9, width))}s`
}

function isShort(format: string): boolean {
  return format.length <= LONGEST && /^[\x21-\x7e]+$/.test(format)
}
