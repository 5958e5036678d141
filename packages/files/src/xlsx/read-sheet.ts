import { dateOf } from './dates.js'
import { withoutEscapes } from './escapes.js'
import type { XlsxCell } from './xlsx-cell.js'
import { visitXml } from './xml.js'

/** What the cells of all sheets share. */
export interface SheetContext {
  readonly texts: readonly string[]
  /** Which styles show dates. */
  readonly dates: readonly boolean[]
  readonly from1904: boolean
}

/** Cells that are shown as one, from the first row and column to the last, from 0. */
export interface MergedCells {
  readonly rows: readonly [first: number, last: number]
  readonly columns: readonly [first: number, last: number]
}

/** Excel has no more. A cell that says it is beyond is refused before rows are made up to it. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384

/**
 * The texts that cells share, their runs joined, without phonetic readings.
 *
 * @param xml - `sharedStrings.xml`; undefined where the book has none.
 * @returns The texts, by their numbers.
 */
export function sharedTexts(xml: string | undefined): string[] {
  const texts: string[] = []
  let text = ''
  let phonetic = false
  let inside = false
  visitXml(xml ?? '', {
    begin: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic = true
      if (name === 't') inside = true
    },
    end: (name) => {
      if (name === 'si') texts.push(withoutEscapes(text))
      if (name === 'rPh') phonetic = false
      if (name === 't') inside = false
    },
    text: (own) => {
      if (inside && !phonetic) text += own
    },
  })
  return texts
}

/**
 * The cells of a sheet.
 *
 * @param xml - The sheet.
 * @param context - What its cells refer to.
 * @returns Its rows, each as long as its last cell that is not empty, and its merged cells; undefined where it is broken.
 */
export function sheetCells(
  xml: string,
  context: SheetContext,
): { readonly rows: XlsxCell[][]; readonly merged: readonly MergedCells[] } | undefined {
  const rows: XlsxCell[][] = []
  const merged: MergedCells[] = []
  let [row, column] = [-1, -1]
  let beyond = false
  let cell: RawCell | undefined
  let part: 'value' | 'inline' | undefined
  let phonetic = false
  const isWhole = visitXml(xml, {
    begin: (name, attributes) => {
      if (name === 'row') {
        const { r } = attributes()
        row = r === undefined ? row + 1 : Number(r) - 1
        column = -1
        beyond ||= !(row >= 0 && row < MOST_ROWS)
      } else if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes()
        column = r === undefined ? column + 1 : columnOf(r)
        beyond ||= !(column >= 0 && column < MOST_COLUMNS)
        cell = { type: t, style: Number(s), value: '', inline: '', hasFormula: false }
      } else if (name === 'v') part = 'value'
      else if (name === 't') part = 'inline'
      else if (name === 'rPh') phonetic = true
      else if (name === 'f' && cell !== undefined) cell.hasFormula = true
      else if (name === 'mergeCell') merged.push(...mergedOf(attributes().ref ?? ''))
    },
    end: (name) => {
      if (name === 'v' || name === 't') part = undefined
      if (name === 'rPh') phonetic = false
      if (name !== 'c' || cell === undefined || beyond) return
      const value = valueOf(cell, context)
      cell = undefined
      if (value === null) return
      while (rows.length <= row) rows.push([])
      const cells = rows[row]
      while (cells.length < column) cells.push(null)
      cells[column] = value
    },
    text: (text) => {
      if (cell === undefined || part === undefined || phonetic) return
      cell[part] += text
    },
  })
  return isWhole && !beyond ? { rows, merged } : undefined
}

interface RawCell {
  readonly type: string
  readonly style: number
  value: string
  inline: string
  hasFormula: boolean
}

function valueOf(cell: RawCell, { texts, dates, from1904 }: SheetContext): XlsxCell {
  const { type, style, inline, hasFormula } = cell
  const value = cell.value.trim()
  if (type === 'inlineStr') return withoutEscapes(inline) || null
  if (type === 'str') return withoutEscapes(cell.value) || null
  if (value === '') return hasFormula ? { error: 'formula without a value' } : null
  if (type === 's') return texts[Number(value)] || null
  if (type === 'b') return value === '1' || value === 'true'
  if (type === 'e') return { error: value }
  if (type === 'd') return { date: value.replace(/Z$/, '') }
  const number = Number(value)
  if (!Number.isFinite(number)) return { error: value }
  if (dates[style] !== true) return number
  const date = dateOf(number, from1904)
  return date === undefined ? { error: `${value} as a date` } : { date }
}

/** The column of a reference, from 0: A1 is 0, AA1 is 26; −1 where it is none. */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(reference)?.[1].toUpperCase() ?? ''
  let column = 0
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 64
  return column - 1
}

function mergedOf(reference: string): MergedCells[] {
  const [from, to] = reference.split(':')
  if (to === undefined) return []
  const row = (one: string): number => Number(/\d+$/.exec(one)?.[0]) - 1
  return [{ rows: [row(from), row(to)], columns: [columnOf(from), columnOf(to)] }]
}
