import { listed, option, SdcError, type ErrorPlace } from '@sdc/core'
import type { ReadStat } from '../../dictionary/stat-table.js'
import { cellPlace } from '../cell-place.js'
import { chosenSheet, openBook, visitSheet } from '../open-book.js'
import type { MergedCells, SheetForm } from '../read-sheet.js'
import { columnOfCells, type ColumnFacts } from './column-of-cells.js'
import { sheetColumns, type SheetColumns } from './sheet-columns.js'
import { sheetHeader, type HeaderColumn } from './sheet-header.js'

export interface XlsxTableOptions {
  /** Name of the file, for messages. */
  readonly file?: string | undefined
  /** Sheet to read; by default the only visible one with cells. */
  readonly sheet?: string | undefined
  /** Number of rows before the header. */
  readonly skip?: number | undefined
}

/**
 * Largest number of empty cells of a table per cell that is not: distant cells of a small file would fill the memory.
 */
const MOST_EMPTY = 16
const ALWAYS_FITS = 2 ** 24

/**
 * Reads a sheet of an Excel workbook (.xlsx) as a table: a row of names, below it a record in each row. Formulas are
 * read by their stored results. A column of numbers or of dates stays one; one of texts, booleans (`TRUE`, `FALSE`) or
 * several kinds is read as text. Empty cells, `NA` and cells with errors are missing. Empty rows between records are
 * records of missing values.
 *
 * @param bytes - The file.
 * @param options - Name of the sheet, and the row where it begins.
 * @returns The table, with a note for each surprising fact.
 * @throws FILE for a damaged file, a sheet without names, or a formula without a stored result; DUPLICATE_COLUMN;
 *   BAD_OPTION if the sheet does not exist, or several are visible and none is named. O(bytes unpacked).
 * @see ECMA-376-1, 18
 */
export function readXlsxTable(bytes: Uint8Array, { file, sheet, skip = 0 }: XlsxTableOptions = {}): ReadStat {
  const place = { ...(file !== undefined && { file }) }
  if (!(Number.isInteger(skip) && skip >= 0)) {
    const message = `${skip} is not a number of rows to skip`
    throw new SdcError('BAD_OPTION', message, { ...place, parameter: 'skip' }, `Use ${option('skip', '1')}.`)
  }
  const book = openBook(bytes, file)
  const cells = sheetColumns(book.from1904)
  const chosen = chosenSheet(book, sheet)
  const { merged, hidden } = visitSheet(book, chosen, cells.sink)
  const { firstRecord, columns } = sheetHeader(cells, merged, { skip, place, name: `the sheet "${chosen.name}"` })
  const rows = recordsOf(cells, firstRecord)
  checkSize(cells, rows, columns.length, place)
  const facts = columns.map((column) => columnOfCells(cells, column, { first: firstRecord, rows }, place))
  const notes = [
    ...columnNotes(facts),
    ...emptyNotes(cells, firstRecord, rows),
    ...mergedNotes(merged, firstRecord, rows),
    ...hiddenNotes(hidden, columns),
  ]
  return { table: { rows, columns: facts.map(({ column }) => column) }, notes }
}

/** Rows from the first record to the last row with a cell. */
function recordsOf({ columns }: SheetColumns, first: number): number {
  let last = first - 1
  for (const column of columns)
    for (let i = 0; i < (column?.length ?? 0); i++) last = Math.max(last, column?.rows[i] ?? 0)
  return last - first + 1
}

function checkSize(cells: SheetColumns, rows: number, columns: number, place: ErrorPlace): void {
  const filled = cells.columns.reduce((sum, column) => sum + (column?.length ?? 0), 0)
  if (rows * columns <= Math.max(ALWAYS_FITS, MOST_EMPTY * filled)) return
  const message = `the sheet has ${rows} rows and ${columns} columns, but only ${filled} cells with values`
  throw new SdcError('FILE', message, place, 'Delete the cells far below the records, and save the workbook.')
}

function columnNotes(facts: readonly ColumnFacts[]): string[] {
  const named = (of: (one: ColumnFacts) => string | undefined): string[] =>
    facts.flatMap((one) => {
      const cell = of(one)
      return cell === undefined ? [] : [`"${one.column.name}" (${cell})`]
    })
  const asText = named(({ numbersAsText }) => numbersAsText)
  const mixed = named((one) => one.mixed)
  const errors = named(({ firstError }) => firstError)
  const count = facts.reduce((sum, one) => sum + one.errors, 0)
  return [
    ...(asText.length > 0 ? [`Numbers stored as text are read as text: ${listed(asText, 5)}.`] : []),
    ...(mixed.length > 0
      ? [
          `Columns with cells of several kinds are read as text; the first other cell: ${listed(mixed, 5)}. ` +
            'If a text means missing among numbers, name it in a schema: kind: numeric, missing: [TEXT].',
        ]
      : []),
    ...(count > 0 ? [`${cellsSay(count, 'an error')} read as missing: ${listed(errors, 5)}.`] : []),
  ]
}

function cellsSay(count: number, what: string): string {
  return count === 1 ? `1 cell with ${what} is` : `${count} cells with ${what} are`
}

function emptyNotes({ columns }: SheetColumns, first: number, rows: number): string[] {
  const isFilled = new Uint8Array(rows)
  for (const column of columns)
    for (let i = 0; i < (column?.length ?? 0); i++) {
      const record = (column?.rows[i] ?? 0) - first
      if (record >= 0) isFilled[record] = 1
    }
  const empty = isFilled.reduce((sum, filled) => sum + 1 - filled, 0)
  if (empty === 0) return []
  const row = first + isFilled.indexOf(0) + 1
  return [
    empty === 1
      ? `Row ${row} is empty; it is read as a record of missing values.`
      : `${empty} rows are empty (the first: row ${row}); they are read as records of missing values.`,
  ]
}

function mergedNotes(merged: readonly MergedCells[], first: number, rows: number): string[] {
  const within = merged.filter(({ rows: [from] }) => from >= first && from < first + rows)
  if (within.length === 0) return []
  const [one] = within
  const area = `${cellPlace(one.rows[0], one.columns[0])}:${cellPlace(one.rows[1], one.columns[1])}`
  return [`Merged cells (the first: ${area}) have their value in their first record; it is missing in the others.`]
}

/** Hidden columns of a workbook are read, and would be released. */
function hiddenNotes(hidden: SheetForm['hidden'], columns: readonly HeaderColumn[]): string[] {
  const names = columns.filter(({ at }) => hidden.some(([first, last]) => first <= at && at <= last))
  return names.length === 0
    ? []
    : [
        `Hidden columns are read: ${listed(
          names.map(({ name }) => `"${name}"`),
          5,
        )}.`,
      ]
}
