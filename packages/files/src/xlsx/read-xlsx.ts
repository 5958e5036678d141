import { isoText } from '@sdc/core'
import { momentOf } from './dates.js'
import { chosenSheet, openBook, visitSheet, type XlsxSheetName } from './open-book.js'
import type { CellSink, MergedCells } from './read-sheet.js'
import type { XlsxCell } from './xlsx-cell.js'

export interface XlsxOptions {
  /** Sheet to read; by default the only visible one. */
  readonly sheet?: string | undefined
  /** Name of the file, for messages. */
  readonly file?: string | undefined
}

/** One sheet of a workbook. */
export interface Xlsx {
  /** Name of the sheet. */
  readonly sheet: string
  /** Its rows, each as long as its last cell that is not empty. */
  readonly rows: readonly (readonly XlsxCell[])[]
  readonly merged: readonly MergedCells[]
}

/**
 * Reads a sheet of an Excel workbook (.xlsx): values only, for formulas the stored results. Numbers with the format of
 * a date are dates; text stays text.
 *
 * @param bytes - The file.
 * @param options - Name of the sheet.
 * @returns Its cells.
 * @throws FILE for a damaged file or one that is not a workbook; BAD_OPTION if the sheet does not exist, or several
 *   are visible and none is named. O(bytes unpacked).
 * @see ECMA-376-1, 18
 */
export function readXlsx(bytes: Uint8Array, { sheet, file }: XlsxOptions = {}): Xlsx {
  const book = openBook(bytes, file)
  const chosen = chosenSheet(book, sheet)
  const { rows, sink } = rowsOfCells(book.from1904)
  const { merged } = visitSheet(book, chosen, sink)
  return { sheet: chosen.name, rows, merged }
}

/** Collects cells as rows. */
function rowsOfCells(from1904: boolean): { readonly rows: XlsxCell[][]; readonly sink: CellSink } {
  const rows: XlsxCell[][] = []
  const put = (row: number, column: number, value: XlsxCell): void => {
    while (rows.length <= row) rows.push([])
    const cells = rows[row]
    while (cells.length < column) cells.push(null)
    cells[column] = value
  }
  const sink: CellSink = {
    number: put,
    text: put,
    boolean: put,
    error: (row, column, error) => put(row, column, { error }),
    date: (row, column, date) => put(row, column, { date }),
    days(row, column, days) {
      const moment = momentOf(days, from1904)
      put(
        row,
        column,
        moment === undefined ? { error: `${days} as a date` } : { date: isoText('datetime', moment / 1000) },
      )
    },
  }
  return { rows, sink }
}

/**
 * Lists the sheets of a workbook that have cells.
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns Their names, in order.
 * @throws FILE if it is not a workbook
 */
export function xlsxSheets(bytes: Uint8Array, file?: string): XlsxSheetName[] {
  return openBook(bytes, file).sheets.map(({ name, isHidden }) => ({ name, isHidden }))
}
