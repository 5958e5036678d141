/** Numbers of the built-in formats of dates, or times of a day. */
const builtInDates = /* @__PURE__ */ new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])
const builtInTimes = /* @__PURE__ */ new Set([18, 19, 20, 21, 45, 46, 47])
/** Days from 30 December 1899 to 1 January 1970, and to 1 January 1904. */
const UNIX = 25_569
const FROM_1904 = 1_462
export const DAY = 86_400_000
/** The last millisecond of year 9999. */
const LAST = 253_402_300_799_999

/** Content of a number format: days with or without times; times only. */
export type TimeStyle = 'date' | 'time'

/**
 * Returns the kind of a number format.
 *
 * @param id - Its number.
 * @param code - Its code if the workbook defines it; d, m, y, h or s outside of quotes, escapes and brackets show a
 *   date or time.
 * @returns Its kind; undefined if it shows a number.
 */
export function timeStyle(id: number, code: string | undefined): TimeStyle | undefined {
  if (code === undefined) return builtInDates.has(id) ? 'date' : builtInTimes.has(id) ? 'time' : undefined
  const [positive] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const shown = positive.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').replace(/general|e[+-]/gi, '')
  if (!/[dmyhs]/i.test(shown)) return undefined
  return /[hs]/i.test(shown) && !/[dy]/i.test(shown) ? 'time' : 'date'
}

/**
 * Returns the moment of a serial number, to the millisecond.
 *
 * @param days - Days since 31 December 1899, including 29 February 1900 (day 60); since 1 January 1904 in such books.
 * @param from1904 - True if the book counts from 1904.
 * @returns Milliseconds since 1970; undefined for day 60, which never existed, for a negative number, and beyond year
 *   9999.
 * @see ECMA-376-1, 18.17.4.1
 */
export function momentOf(days: number, from1904: boolean): number | undefined {
  if (!from1904 && days >= 60 && days < 61) return undefined
  const since = from1904 ? days + FROM_1904 : days < 60 ? days + 1 : days
  const moment = Math.round((since - UNIX) * DAY)
  return since >= 0 && moment <= LAST ? moment : undefined
}

/**
 * Returns the serial number of a moment, in a book that counts from 1900: the inverse of `momentOf`.
 *
 * @param moment - Milliseconds since 1970.
 * @returns Days; undefined before 1900 and beyond year 9999.
 */
export function serialOf(moment: number): number | undefined {
  const days = moment / DAY + UNIX
  const serial = days < 61 ? days - 1 : days
  return serial >= 1 && moment <= LAST ? serial : undefined
}
