/** Numbers of the formats that every workbook has and that show dates or times. */
const builtIn = /* @__PURE__ */ new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
])
/** Days from 30 December 1899 to 1 January 1970, and to 1 January 1904. */
const UNIX = 25_569
const FROM_1904 = 1_462
const DAY = 86_400_000

/**
 * Returns true for a number format that shows a date or a time.
 *
 * @param id - Its number.
 * @param code - Its code, of one that the workbook defines: d, m, y, h or s outside of quotes, escapes and brackets.
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.has(id)
  const [positive] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const shown = positive.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').replace(/general|e[+-]/gi, '')
  return /[dmyhs]/i.test(shown)
}

/**
 * The date and time of a serial number, to the millisecond.
 *
 * @param days - Days since 31 December 1899, where 29 February 1900 counts (day 60); since 1 January 1904 in such books.
 * @param from1904 - Whether the book counts from 1904.
 * @returns An ISO text without zone, `2024-02-29T12:00:00`; undefined for day 60, which never was, and beyond year 9999.
 * @see ECMA-376-1, 18.17.4.1
 */
export function dateOf(days: number, from1904: boolean): string | undefined {
  if (!from1904 && days >= 60 && days < 61) return undefined
  const since = from1904 ? days + FROM_1904 : days < 60 ? days + 1 : days
  const date = new Date(Math.round((since - UNIX) * DAY))
  const isWithin = since >= 0 && date.getUTCFullYear() <= 9999
  return isWithin ? date.toISOString().replace(/(\.000)?Z$/, '') : undefined
}
