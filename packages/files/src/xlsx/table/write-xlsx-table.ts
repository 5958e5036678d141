import { listed } from '@sdc/core'
import type { StatColumn, StatTable, WrittenStat } from '../../dictionary/stat-table.js'
import { BOLD, bookParts, LONGEST_TEXT, type SheetPart } from '../book-parts.js'
import { cellPlace, columnLetters } from '../cell-place.js'
import { numberXml, textXml } from '../cell-xml.js'
import { checkSize, rowsXml } from '../write-xlsx.js'
import { zipped } from '../zip.js'
import { cellsXml, type ColumnXml } from './cells-xml.js'
import { codeBook } from './code-book.js'

export interface XlsxTableOutput {
  /** True to add a second sheet, `codebook`, with the labels of columns and values and the values that mean missing. */
  readonly codebook?: boolean | undefined
}

/** Letters of a piece of a sheet. */
const PIECE = 2 ** 16

/**
 * Writes a table as an Excel workbook (.xlsx) with a sheet of values, `data`: the names of the columns in bold, then a
 * row for each record. Dates are dates of Excel, in the system of 1900, to the millisecond; missing cells are empty, or
 * contain the number or text of their kind. The same table gives the same bytes.
 *
 * @param table - The table.
 * @param options - The code book.
 * @returns The file, with its losses.
 * @throws BAD_OPTION for more rows, columns or letters than a sheet or cell permits; NOT_NUMERIC for an infinite
 *   number
 * @see ECMA-376-1, 18
 */
export function writeXlsxTable(table: StatTable, { codebook = false }: XlsxTableOutput = {}): WrittenStat {
  const { rows, columns } = table
  checkSize('data', rows + 1, columns.length)
  checkCells(table)
  const cells = columns.map(cellsXml)
  const sheets: SheetPart[] = [{ name: 'data', xml: { [Symbol.iterator]: () => sheetXml(table, cells) } }]
  if (codebook) sheets.push({ name: 'codebook', xml: rowsXml(codeBook('codebook', columns)) })
  const losses = [...cells.flatMap(({ loss }) => loss ?? []), ...describedLosses(table, codebook)]
  return { content: { [Symbol.iterator]: () => zipped(bookParts(sheets)) }, losses }
}

/** Refuses cells that no workbook permits, before the first piece. */
function checkCells({ columns }: StatTable): void {
  for (const [c, { name, cells }] of columns.entries()) {
    textXml(name)(cellPlace(0, c))
    if (cells.kind === 'texts') {
      const long = cells.levels.findIndex((level) => level.length > LONGEST_TEXT)
      const record = long < 0 ? -1 : cells.codes.indexOf(long)
      if (record >= 0) textXml(cells.levels[long])(cellPlace(record + 1, c))
    } else {
      const record = cells.values.findIndex((value) => Math.abs(value) === Infinity)
      if (record >= 0) numberXml(cellPlace(record + 1, c), cells.values[record])
    }
  }
}

function* sheetXml({ rows, columns }: StatTable, cells: readonly ColumnXml[]): Generator<string> {
  const letters = columns.map((_, c) => columnLetters(c))
  const widths = cells.flatMap(({ width }, c) =>
    width === undefined ? [] : `<col min="${c + 1}" max="${c + 1}" width="${width}" customWidth="1"/>`,
  )
  if (widths.length > 0) yield `<cols>${widths.join('')}</cols>`
  const names = columns.map(({ name }, c) => textXml(name, BOLD)(cellPlace(0, c)))
  let piece = `<sheetData><row r="1">${names.join('')}</row>`
  for (let record = 0; record < rows; record++) {
    const row = record + 2
    piece += `<row r="${row}">`
    for (let c = 0; c < cells.length; c++) piece += cells[c].cell(record, `${letters[c]}${row}`)
    piece += '</row>'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData>`
}

/** Losses of the descriptions of columns in a workbook. */
function describedLosses({ columns, weight, fileLabel }: StatTable, codebook: boolean): string[] {
  const named = (has: (column: StatColumn) => boolean): string => {
    const names = columns.filter(has).map(({ name }) => name)
    return names.length === 0 ? '' : listed(names, 5)
  }
  const labels = codebook
    ? ''
    : named(({ description }) => description.label !== undefined || description.labels !== undefined)
  const missing = codebook ? '' : named(({ description }) => description.missing !== undefined)
  return [
    ...(labels === '' ? [] : [`A workbook without a code book does not hold the labels of ${labels}.`]),
    ...(missing === '' ? [] : [`A workbook without a code book does not say which values of ${missing} mean missing.`]),
    ...(weight === undefined ? [] : [`A workbook does not say that ${weight} holds the weights.`]),
    ...(fileLabel === undefined ? [] : ['A workbook does not hold the label of the file.']),
  ]
}
