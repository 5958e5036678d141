import { MOST_COLUMNS, MOST_ROWS } from './cell-place.js'
import type { TimeStyle } from './dates.js'
import { withoutEscapes } from './escapes.js'
import { visitXml } from './xml.js'

/** Context that the cells of all sheets share. */
export interface SheetContext {
  readonly texts: readonly string[]
  /** Kinds of the styles of dates or times. */
  readonly styles: readonly (TimeStyle | undefined)[]
}

/** Receives the cells of a sheet that are not empty, in the order of the file; rows and columns from 0. */
export interface CellSink {
  readonly number: (row: number, column: number, value: number) => void
  /** Receives a number of days that is shown as a date or time. */
  readonly days: (row: number, column: number, days: number, style: TimeStyle) => void
  /** Receives an ISO text of a date. */
  readonly date: (row: number, column: number, iso: string) => void
  readonly text: (row: number, column: number, text: string) => void
  readonly boolean: (row: number, column: number, value: boolean) => void
  readonly error: (row: number, column: number, error: string) => void
}

/** Form of a sheet besides its cells. */
export interface SheetForm {
  readonly merged: readonly MergedCells[]
  /** First and last columns that are hidden, from 0. */
  readonly hidden: readonly (readonly [first: number, last: number])[]
}

/** Error of a formula without a stored result. */
export const NO_RESULT = 'formula without a value'

/** Merged cells, from the first row and column to the last, from 0. */
export interface MergedCells {
  readonly rows: readonly [first: number, last: number]
  readonly columns: readonly [first: number, last: number]
}

/**
 * Reads the shared texts of cells, with runs joined and without phonetic guides.
 *
 * @param xml - `sharedStrings.xml`; undefined if the book has none.
 * @returns The texts, by their numbers; undefined if they are malformed.
 */
export function sharedTexts(xml: Iterable<string> | undefined): string[] | undefined {
  const texts: string[] = []
  let text = ''
  let phonetic = false
  let inside = false
  const isWhole = visitXml(xml ?? [], {
    begin: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic = true
      if (name === 't') inside = true
    },
    end: (name) => {
      if (name === 'si') texts.push(ownText(withoutEscapes(text)))
      if (name === 'rPh') phonetic = false
      if (name === 't') inside = false
    },
    text: (own) => {
      if (inside && !phonetic) text += own
    },
  })
  return isWhole ? texts : undefined
}

/** Copies a text, so that it does not keep its longer original in memory. */
function ownText(text: string): string {
  return ` ${text}`.slice(1)
}

/**
 * Visits the cells of a sheet.
 *
 * @param xml - The sheet.
 * @param context - Context of its cells.
 * @param sink - Receives its cells.
 * @returns Its form; undefined if the sheet is malformed.
 */
export function visitCells(xml: Iterable<string>, context: SheetContext, sink: CellSink): SheetForm | undefined {
  const merged: MergedCells[] = []
  const hidden: [number, number][] = []
  let [row, column] = [-1, -1]
  let isSound = true
  let cell: RawCell | undefined
  let part: 'value' | 'inline' | undefined
  let phonetic = false
  const isWhole = visitXml(xml, {
    begin: (name, attributes) => {
      if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes()
        column = r === undefined ? column + 1 : columnOf(r)
        isSound &&= row >= 0 && column >= 0 && column < MOST_COLUMNS
        cell = { type: t, style: Number(s), value: '', inline: '', hasFormula: false, hasValue: false }
      } else if (name === 'v') {
        part = 'value'
        if (cell !== undefined) cell.hasValue = true
      } else if (name === 't') part = 'inline'
      else if (name === 'row') {
        const { r } = attributes()
        row = r === undefined ? row + 1 : Number(r) - 1
        column = -1
        isSound &&= Number.isInteger(row) && row >= 0 && row < MOST_ROWS
      } else if (name === 'rPh') phonetic = true
      else if (name === 'f' && cell !== undefined) cell.hasFormula = true
      else if (name === 'col' && hidden.length < MOST_COLUMNS) hidden.push(...hiddenOf(attributes()))
      else if (name === 'mergeCell') merged.push(...mergedOf(attributes().ref ?? ''))
    },
    end: (name) => {
      if (name === 'v' || name === 't') part = undefined
      if (name === 'rPh') phonetic = false
      if (name !== 'c' || cell === undefined) return
      isSound &&= putCell(row, column, cell, context, sink)
      cell = undefined
    },
    text: (text) => {
      if (cell === undefined || part === undefined || phonetic) return
      cell[part] += text
    },
  })
  return isWhole && isSound ? { merged, hidden } : undefined
}

interface RawCell {
  readonly type: string
  readonly style: number
  value: string
  inline: string
  hasFormula: boolean
  /** An empty result is stored as an element without text. */
  hasValue: boolean
}

/** Passes a cell on unless it is empty; false if it refers to a shared text that does not exist. */
function putCell(row: number, column: number, cell: RawCell, { texts, styles }: SheetContext, sink: CellSink): boolean {
  const { type, inline, hasFormula, hasValue } = cell
  if (type === 'inlineStr' || type === 'str') {
    const text = type === 'str' ? cell.value : inline
    if (text !== '') sink.text(row, column, ownText(withoutEscapes(text)))
    else if (hasFormula && !hasValue) sink.error(row, column, NO_RESULT)
    return true
  }
  const value = cell.value.trim()
  if (value === '') {
    if (hasFormula) sink.error(row, column, NO_RESULT)
    return true
  }
  if (type === 's') {
    const text = (texts as readonly (string | undefined)[])[Number(value)]
    if (text !== undefined && text !== '') sink.text(row, column, text)
    return text !== undefined
  }
  if (type === 'b') sink.boolean(row, column, value === '1' || value === 'true')
  else if (type === 'e') sink.error(row, column, value)
  else if (type === 'd') sink.date(row, column, value.replace(/Z$/, ''))
  else putNumber(row, column, value, styles[cell.style], sink)
  return true
}

function putNumber(row: number, column: number, value: string, style: TimeStyle | undefined, sink: CellSink): void {
  const number = Number(value)
  if (!Number.isFinite(number)) sink.error(row, column, value)
  else if (style === undefined) sink.number(row, column, number)
  else sink.days(row, column, number, style)
}

/** Column of a reference, from 0: A1 is 0, AA1 is 26; −1 for another text. */
function columnOf(reference: string): number {
  let column = 0
  let at = reference.startsWith('$') ? 1 : 0
  for (; at < reference.length; at++) {
    // The bit of lower case.
    const letter = (reference.charCodeAt(at) | 32) - 96
    if (letter < 1 || letter > 26) break
    column = 26 * column + letter
  }
  return column - 1
}

function hiddenOf({ min, max, hidden }: Readonly<Record<string, string>>): [first: number, last: number][] {
  return hidden === '1' || hidden === 'true' ? [[Number(min) - 1, Number(max) - 1]] : []
}

function mergedOf(reference: string): MergedCells[] {
  const [from, to] = reference.split(':')
  if (to === undefined) return []
  const row = (one: string): number => Number(/\d+$/.exec(one)?.[0]) - 1
  return [{ rows: [row(from), row(to)], columns: [columnOf(from), columnOf(to)] }]
}
