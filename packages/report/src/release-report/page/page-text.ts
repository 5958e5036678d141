import { shortNumber } from '../../chart/axes.js'
import { escaped } from '../../html-text.js'
import { shortened, shortenedWithin } from '../../text.js'

/** Longest name shown; longer ones are cut. */
const LONGEST_NAME = 200
const LONGEST_TEXT = 4000
/** Characters that change the direction of text, and would change that of the page around it. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Returns a sentence as HTML: escaped, of a limited length, on one line. */
export function said(text: string, most: number = LONGEST_TEXT): string {
  return escaped(shortened(unturned(text, most), most))
}

/** Returns a name as HTML, isolated from the direction of the page; a long name is cut in its middle. */
export function named(name: string, most: number = LONGEST_NAME): string {
  const shown = shownName(name, most)
  return shown === '' ? '<i>no name</i>' : `<bdi>${escaped(shown)}</bdi>`
}

/** Returns a name for display, not yet escaped. */
export function shownName(name: string, most: number = LONGEST_NAME): string {
  return shortenedWithin(unturned(name, LONGEST_TEXT), most).trim()
}

/** Returns a name for an attribute of an element. */
export function namedAttribute(name: string): string {
  return escaped(shownName(name, 80))
}

/** Returns a count and its noun: `1 column`, `3 columns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a number of a table; a dash for none. */
export function shownNumber(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : shortNumber(value)
}

/** Formats a number with two decimals, or a dash: `−0.12`. */
export function twoDecimals(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  const text = Math.abs(value).toFixed(2)
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}

/** Formats a coordinate of a picture, to a tenth of its unit, which is finer than a screen shows. */
export function place(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Returns a string literal for a style sheet; nothing in the text can end the literal or the sheet. */
export function styleText(text: string): string {
  const letters = [...unturned(shortened(text, LONGEST_TEXT), LONGEST_TEXT)]
  return `"${letters.map((letter) => (/[A-Za-z0-9 .,_-]/.test(letter) ? letter : `\\${(letter.codePointAt(0) ?? 32).toString(16)} `)).join('')}"`
}

/**
 * Removes characters that change the direction of text. Only the beginning is read, since a name may have a million
 * characters.
 */
export function unturned(text: string, most: number = LONGEST_TEXT): string {
  return text.slice(0, 2 * most + 2).replace(turning, ' ')
}
