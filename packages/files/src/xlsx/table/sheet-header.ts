import { SdcError, type ErrorPlace } from '@sdc/core'
import { cellPlace, columnLetters } from '../cell-place.js'
import type { MergedCells } from '../read-sheet.js'
import { cellText } from './cell-text.js'
import { ERROR, NA, TEXT, type SheetColumns } from './sheet-columns.js'

/** The header of a sheet. */
export interface SheetHeader {
  /** First row of the records, from 0. */
  readonly firstRecord: number
  readonly columns: readonly HeaderColumn[]
}

/** A sheet in messages. */
interface SheetPlace {
  /** Its name in a phrase: `the sheet "data"`. */
  readonly name: string
  readonly place: ErrorPlace
}

interface HeaderOptions extends SheetPlace {
  readonly skip: number
}

export interface HeaderColumn {
  readonly name: string
  /** Position in the sheet, from 0. */
  readonly at: number
}

/**
 * Reads the header of a sheet: the first row with cells after those that are skipped. A cell that is merged with cells
 * below or above also names its column. A first column without a name holds row names and is called `row`; other
 * columns without a name and without cells are left out.
 *
 * @param sheet - The cells.
 * @param merged - The merged cells.
 * @param options - Number of rows before the header; name of the sheet and place for messages.
 * @returns The names, and the first row of the records.
 * @throws FILE for a sheet without cells or without names, DUPLICATE_COLUMN
 */
export function sheetHeader(
  sheet: SheetColumns,
  merged: readonly MergedCells[],
  { skip, place, name }: HeaderOptions,
): SheetHeader {
  const row = firstRow(sheet, skip)
  if (row === Infinity) {
    const message = skip > 0 ? `${name} has no cells after ${skip} skipped rows` : `${name} has no cells`
    throw new SdcError('FILE', message, place, 'Name another sheet, or skip fewer rows.')
  }
  refuseGroups(merged, row, { name, place })
  const begins = new Map(
    merged.filter(({ rows }) => rows[0] <= row && rows[1] >= row).map(({ rows, columns }) => [columns[0], rows[0]]),
  )
  const cells = sheet.columns.flatMap((_, at) => headerCell(sheet, begins.get(at) ?? row, at))
  if (!cells.some(({ isText }) => isText)) {
    const message = `row ${row + 1} of ${name} has no texts, so it does not hold the names of columns`
    throw new SdcError('FILE', message, place, 'Insert a row of names above the records.')
  }
  const last = merged.reduce((most, { rows }) => (rows[0] === row ? Math.max(most, rows[1]) : most), row)
  const columns = namedColumns(sheet, cells, last, { name, place })
  refuseRepeated(columns, row, { name, place })
  return { firstRecord: last + 1, columns }
}

function firstRow({ columns }: SheetColumns, skip: number): number {
  let first = Infinity
  for (const column of columns)
    for (let i = 0; i < (column?.length ?? 0); i++) {
      const row = column?.rows[i] ?? 0
      if (row >= skip && row < first) first = row
    }
  return first
}

/** Refuses a header with cells across several columns: these name groups, and the names are below. */
function refuseGroups(merged: readonly MergedCells[], row: number, { name, place }: SheetPlace): void {
  const group = merged.find(({ rows, columns }) => rows[0] === row && columns[1] > columns[0])
  if (group === undefined) return
  const [from, to] = [cellPlace(row, group.columns[0]), cellPlace(group.rows[1], group.columns[1])]
  const message = `row ${row + 1} of ${name} does not hold the names of columns: the cells ${from} to ${to} are merged`
  const fix = `If the names are in row ${group.rows[1] + 2}, skip the rows before it: skip: ${group.rows[1] + 1}.`
  throw new SdcError('FILE', message, place, fix)
}

interface HeaderCell {
  readonly at: number
  readonly name: string
  readonly isText: boolean
}

function headerCell(sheet: SheetColumns, row: number, at: number): HeaderCell[] {
  const column = sheet.columns[at]
  if (column === undefined) return []
  const i = column.rows.subarray(0, column.length).lastIndexOf(row)
  const kind = i < 0 ? ERROR : column.kinds[i]
  const name = kind === ERROR ? '' : cellText(kind, column.values[i], sheet.texts).trim()
  return [{ at, name, isText: (kind === TEXT || kind === NA) && name !== '' }]
}

function namedColumns(
  { columns }: SheetColumns,
  cells: readonly HeaderCell[],
  last: number,
  { name: sheet, place }: SheetPlace,
): HeaderColumn[] {
  const used = cells.filter(({ at, name }) => name !== '' || hasRecords(columns[at], last))
  return used.map(({ at, name }, i) => {
    if (name !== '') return { name, at }
    if (i === 0 && used.slice(1).every((other) => other.name !== '')) return { name: rowName(used), at }
    const message = `column ${columnLetters(at)} of ${sheet} has no name in row ${last + 1}`
    const fix = `Name it, or delete it; if the names are in a later row, skip the rows before it: skip: ${last + 1}.`
    throw new SdcError('FILE', message, place, fix)
  })
}

function hasRecords(column: SheetColumns['columns'][number], last: number): boolean {
  return column !== undefined && column.rows.subarray(0, column.length).some((row) => row > last)
}

function rowName(used: readonly HeaderCell[]): string {
  let name = 'row'
  while (used.some((other) => other.name === name)) name += '_'
  return name
}

function refuseRepeated(columns: readonly HeaderColumn[], row: number, { name: sheet, place }: SheetPlace): void {
  const held = new Map<string, number>()
  for (const { name, at } of columns) {
    const before = held.get(name)
    if (before !== undefined) {
      const message = `${cellPlace(row, before)} and ${cellPlace(row, at)} of ${sheet} are both named "${name}"`
      throw new SdcError('DUPLICATE_COLUMN', message, { ...place, column: name }, 'Rename one of them.')
    }
    held.set(name, at)
  }
}
