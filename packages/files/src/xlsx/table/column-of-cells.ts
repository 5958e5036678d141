import { type ErrorPlace, SdcError, type TimeKind } from '@sdc/core'
import type { ColumnDescription } from '../../dictionary/dictionary.js'
import { missingKinds } from '../../dictionary/missing-kinds.js'
import type { NumberCells, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import { cellPlace } from '../cell-place.js'
import { DAY } from '../dates.js'
import { NO_RESULT } from '../read-sheet.js'
import { cellText } from './cell-text.js'
import { DATE, ERROR, NA, NA_TEXT, NUMBER, TEXT, TIME, type SheetColumn, type SheetColumns } from './sheet-columns.js'
import type { HeaderColumn } from './sheet-header.js'

/** Facts about a column for the notes; places are those of its first such cell. */
export interface ColumnFacts {
  readonly column: StatColumn
  /** Cells with errors other than `#N/A`. */
  readonly errors: number
  readonly firstError?: string | undefined
  /** A text that is a number, in a column of such texts only. */
  readonly numbersAsText?: string | undefined
  /** First cell of another kind than the first cell of the column. */
  readonly mixed?: string | undefined
}

/**
 * Builds the column of a table from the cells of a sheet. Cells of one kind give numbers, dates or texts; all others
 * give texts.
 *
 * @param sheet - Cells of the sheet.
 * @param header - Name and position of the column.
 * @param records - Row of the first record, and number of records.
 * @param place - Place for messages.
 * @returns The column.
 * @throws FILE for a formula without a stored result
 */
export function columnOfCells(
  sheet: SheetColumns,
  { name, at }: HeaderColumn,
  { first, rows }: { readonly first: number; readonly rows: number },
  place: ErrorPlace,
): ColumnFacts {
  const cells = sheet.columns[at]
  const found = scan(sheet, cells, at, first, { ...place, column: name })
  const { kinds, wholeDays } = found
  const column = (description: ColumnDescription, own: NumberCells | TextCells): StatColumn => ({
    name,
    description,
    cells: own,
  })
  if ([0, NUMBER, DATE, TIME].includes(kinds)) {
    const unit = kinds === DATE ? (wholeDays ? DAY : 1000) : 1
    const time: TimeKind | undefined =
      kinds === DATE ? (wholeDays ? 'date' : 'datetime') : kinds === TIME ? 'time' : undefined
    const values = new Float64Array(rows).fill(Number.NaN)
    const missing = missingKinds(rows)
    each(cells, first, (record, kind, value) => {
      values[record] = isMissing(kind) ? Number.NaN : value / unit
      if (kind === NA) missing.note(record, NA_TEXT)
    })
    return {
      ...found,
      column: column(
        { stored: 'number', ...(time && { time }) },
        { kind: 'numbers', values, missing: missing.finish() },
      ),
    }
  }
  return { ...found, column: column({ stored: 'text' }, textCells(sheet, cells, first, rows)) }
}

function isMissing(kind: number): boolean {
  return kind === ERROR || kind === NA
}

function each(
  cells: SheetColumn | undefined,
  first: number,
  take: (record: number, kind: number, value: number) => void,
): void {
  if (cells === undefined) return
  for (let i = 0; i < cells.length; i++)
    if (cells.rows[i] >= first) take(cells.rows[i] - first, cells.kinds[i], cells.values[i])
}

interface Scanned extends Omit<ColumnFacts, 'column'> {
  /** Kinds of the cells with values, as bits. */
  readonly kinds: number
  readonly wholeDays: boolean
}

function scan(
  { texts }: SheetColumns,
  cells: SheetColumn | undefined,
  at: number,
  first: number,
  place: ErrorPlace,
): Scanned {
  let [kinds, errors, wholeDays, onlyNumbers] = [0, 0, true, true]
  let firstError: string | undefined
  let firstText: string | undefined
  let mixed: string | undefined
  each(cells, first, (record, kind, value) => {
    const shown = (text: string): string => `${cellPlace(first + record, at)}: ${JSON.stringify(text.slice(0, 40))}`
    if (kind === ERROR) {
      const error = texts[value]
      if (error === NO_RESULT) throw noResult(cellPlace(first + record, at), place)
      if (error === '#N/A') return
      errors++
      firstError ??= `${cellPlace(first + record, at)}: ${error}`
      return
    }
    if (kind === NA) return
    if (kinds !== 0 && (kinds | kind) !== kinds) mixed ??= shown(cellText(kind, value, texts))
    kinds |= kind
    if (kind === DATE) wholeDays &&= value % DAY === 0
    if (kind !== TEXT || !onlyNumbers) return
    onlyNumbers = numberText.test(texts[value])
    firstText ??= shown(texts[value])
  })
  return {
    kinds,
    errors,
    wholeDays,
    firstError,
    mixed,
    numbersAsText: kinds === TEXT && onlyNumbers ? firstText : undefined,
  }
}

const numberText = /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/

function noResult(cell: string, place: ErrorPlace): SdcError {
  const message = `${cell} holds a formula without its result`
  return new SdcError('FILE', message, place, 'Open the workbook in Excel or LibreOffice, and save it once.')
}

function textCells(sheet: SheetColumns, cells: SheetColumn | undefined, first: number, rows: number): TextCells {
  const codes = new Int32Array(rows).fill(-1)
  const known = new Map<string, number>()
  const missing = missingKinds(rows)
  each(cells, first, (record, kind, value) => {
    if (kind === NA) missing.note(record, NA_TEXT)
    if (isMissing(kind)) return
    const text = cellText(kind, value, sheet.texts)
    const code = known.get(text) ?? known.size
    known.set(text, code)
    codes[record] = code
  })
  return { kind: 'texts', levels: [...known.keys()], codes, missing: missing.finish() }
}
