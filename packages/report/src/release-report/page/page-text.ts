import { shortNumber } from '../../chart/axes.js'
import { escaped } from '../../html-text.js'
import { shortened, shortenedWithin } from '../../text.js'

/** What is longer is no name that anybody reads; what is longer than a text is not read on a page. */
const LONGEST_NAME = 200
const LONGEST_TEXT = 4000
/** What turns the direction of letters, and would turn those of the page around it. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A sentence as HTML: escaped, of a bounded length, on one line. */
export function said(text: string, most: number = LONGEST_TEXT): string {
  return escaped(shortened(unturned(text, most), most))
}

/** A name as HTML, of letters in either direction; what is too long is cut in its middle. */
export function named(name: string, most: number = LONGEST_NAME): string {
  const shown = shownName(name, most)
  return shown === '' ? '<i>no name</i>' : `<bdi>${escaped(shown)}</bdi>`
}

/** A name as it is shown, not yet escaped. */
export function shownName(name: string, most: number = LONGEST_NAME): string {
  return shortenedWithin(unturned(name, LONGEST_TEXT), most).trim()
}

/** A name within the attribute of an element. */
export function namedAttribute(name: string): string {
  return escaped(shownName(name, 80))
}

/** A count and its noun: `1 column`, `3 columns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A number of a table; a dash where there is none. */
export function shownNumber(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : shortNumber(value)
}

/** With two decimals, or a dash: `−0.12`. */
export function twoDecimals(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  const text = Math.abs(value).toFixed(2)
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}

/** A place within a picture: a tenth of its unit is finer than a screen shows. */
export function place(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A text as a style sheet writes one: nothing in it can end it, or the sheet. */
export function styleText(text: string): string {
  const letters = [...unturned(shortened(text, LONGEST_TEXT), LONGEST_TEXT)]
  return `"${letters.map((letter) => (/[A-Za-z0-9 .,_-]/.test(letter) ? letter : `\\${(letter.codePointAt(0) ?? 32).toString(16)} `)).join('')}"`
}

/** Without what turns letters around. The beginning alone is looked at: a name may be a million letters long. */
export function unturned(text: string, most: number = LONGEST_TEXT): string {
  return text.slice(0, 2 * most + 2).replace(turning, ' ')
}
