import { groupedNumber } from '../../table/cell-numbers.js'
import { fitted, linesOf } from '../first-page/paper-fit.js'
import { paper } from '../page/page-boxes.js'

/** Measures of the pages after the first, in millimetres and points, as `leafStyle` sets them on paper. */
export const leaf = {
  /** Height of a page without its heading; the rest is for rounding. */
  room: paper.height - 1 - 9 - 4,
  heading: 7,
  line: 4,
  text: 8.8,
  /** Padding and rule of a row of a table, or the margin of an item of a list. */
  row: 1.8,
  more: 5.4,
  note: { line: 3.7, size: 8.2, after: 1.5 },
} as const

/** A page of the report: a section that takes one sheet on paper, so its parts must fit. */
export interface Leaf {
  readonly id: string
  readonly heading: string
  /** HTML of the page; an empty page is left out. */
  readonly html: string
}

/** Returns the page as a section. */
export function leafHtml({ id, heading, html }: Leaf): string {
  return `<section class="part leaf" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>\n${html}</section>\n`
}

/** Part of a page: its full height, and its HTML within a given height. */
export interface Block {
  readonly need: number
  readonly html: (room: number) => string
}

/** A text and its HTML, which are cut after the same number of lines. */
export interface Line {
  readonly text: string
  readonly html: string
  /** Number of items in the line; 1 by default. */
  readonly count?: number
}

/** Returns the height of a text at a width on paper, in millimetres; at most `most` lines are shown. */
export function textHeight(text: string, most: number, width: number = paper.width): number {
  return leaf.line * linesOf(text, width, leaf.text, most)
}

/** Returns the height of a note on paper. */
export function noteHeight(text: string, most: number): number {
  return leaf.note.after + leaf.note.line * linesOf(text, paper.width, leaf.note.size, most)
}

/** Lines of each text if a list does not fit. */
const SHORT = 2

/**
 * Returns a list under a heading: texts of `most` lines, or of two lines if not all fit. Texts without room are
 * counted.
 */
export function listBlock(heading: string, lines: readonly Line[], most: number, noun: string): Block {
  if (lines.length === 0) return { need: 0, html: () => '' }
  const need = leaf.heading + lines.reduce((sum, { text }) => sum + leaf.row + textHeight(text, most), 0)
  return {
    need,
    html: (room) => {
      const count = need <= room + 1e-6 ? most : SHORT
      const height = ({ text }: Line): number => leaf.row + textHeight(text, count)
      const { shown, left } = fitted(lines, height, room - leaf.heading, leaf.more)
      const items = shown.map(({ html }) => `<li><span class="k${count}">${html}</span></li>`)
      return `<h3>${heading}</h3><ul>${items.join('\n')}</ul>${moreHtml(countOf(left), noun)}\n`
    },
  }
}

function countOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** Returns a line with the number of items left out of a page; they are in the data at the end of the file. */
export function moreHtml(count: number, noun: string, also = ''): string {
  if (count === 0) return ''
  return `<p class="more"><a href="#data">and ${moreOf(count, noun)}${also}, in the data of this file</a></p>\n`
}

/** Returns `1,306 more pairs`. */
export function moreOf(count: number, noun: string): string {
  return `${groupedNumber(count, 0)} more ${noun}${count === 1 ? '' : 's'}`
}
