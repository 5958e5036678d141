import { SdcError } from '@sdc/core'
import { BOLD, bookParts } from './book-parts.js'
import { cellPlace, MOST_COLUMNS, MOST_ROWS } from './cell-place.js'
import { booleanXml, numberXml, textXml } from './cell-xml.js'
import { zipped } from './zip.js'

/** A sheet to write. */
export interface XlsxSheet {
  /** Name from `sheetNames`. */
  readonly name: string
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  /** Rows in bold, from 0. */
  readonly bold?: ReadonlySet<number> | undefined
}

/**
 * Writes an Excel workbook of values. The same sheets give the same bytes: it contains no time, author, program or
 * document properties.
 *
 * @param sheets - Its sheets, at least one. Numbers are written with the digits that read back bit-equal, text as
 *   text.
 * @returns The file.
 * @throws NOT_NUMERIC for a number that is not finite; BAD_OPTION for more rows, columns or letters than a sheet or
 *   cell permits
 * @see ECMA-376-1, 18
 */
export function writeXlsx(sheets: readonly XlsxSheet[]): Uint8Array {
  const pieces = [...zipped(bookParts(sheets.map((sheet) => ({ name: sheet.name, xml: rowsXml(sheet) }))))]
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Returns the element with the rows of a sheet. */
export function rowsXml({ name, rows, bold }: XlsxSheet): string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  checkSize(name, rows.length, columns)
  const written = rows.map((cells, r) => {
    const style = bold?.has(r) === true ? BOLD : 0
    return `<row r="${r + 1}">${cells.map((cell, c) => cellXml(cell, cellPlace(r, c), style)).join('')}</row>`
  })
  return ['<sheetData>', ...written, '</sheetData>']
}

/** Refuses a sheet that exceeds the limits of a workbook. */
export function checkSize(name: string, rows: number, columns: number): void {
  if (rows <= MOST_ROWS && columns <= MOST_COLUMNS) return
  const message = `the sheet "${name}" would have ${rows} rows and ${columns} columns; a workbook holds 1,048,576 and 16,384`
  throw new SdcError('BAD_OPTION', message, {}, 'Write it as CSV.')
}

function cellXml(cell: string | number | boolean | null, place: string, style: number): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textXml(cell, style)(place)
  return typeof cell === 'number' ? numberXml(place, cell, style) : booleanXml(place, cell, style)
}
