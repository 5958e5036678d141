import { momentOf } from '../dates.js'
import type { CellSink } from '../read-sheet.js'

/** Kinds of cells, as bits. */
export const NUMBER = 1
/** Milliseconds since 1970. */
export const DATE = 2
/** Seconds of a day. */
export const TIME = 4
/** Index of a text. */
export const TEXT = 8
export const BOOLEAN = 16
/** Index of the text of an error. */
export const ERROR = 32
/** The text that means missing, as in CSV. */
export const NA = 64
export const NA_TEXT = 'NA'

/** Cells of a column that are not empty, in the order of the file. */
export interface SheetColumn {
  length: number
  rows: Int32Array
  kinds: Uint8Array
  /** Number, moment, or index of a text, by the kind. */
  values: Float64Array
}

/** Cells of a sheet, by columns. */
export interface SheetColumns {
  /** By position of the column, from 0; undefined without cells. */
  readonly columns: readonly (SheetColumn | undefined)[]
  readonly texts: readonly string[]
  readonly sink: CellSink
}

/**
 * Collects the cells of a sheet by columns, in 13 bytes for each and each different text once.
 *
 * @param from1904 - True if the book counts days from 1904.
 * @returns The columns, and the sink that fills them.
 */
export function sheetColumns(from1904: boolean): SheetColumns {
  const columns: (SheetColumn | undefined)[] = []
  const texts: string[] = []
  const known = new Map<string, number>()
  const indexOf = (text: string): number => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, texts.length)
    return texts.push(text) - 1
  }
  const put = (row: number, at: number, kind: number, value: number): void => {
    const column = (columns[at] ??= emptyColumn())
    if (column.length === column.rows.length) grow(column)
    column.rows[column.length] = row
    column.kinds[column.length] = kind
    column.values[column.length++] = value
  }
  const putError = (row: number, column: number, error: string): void => put(row, column, ERROR, indexOf(error))
  const sink: CellSink = {
    number: (row, column, value) => put(row, column, NUMBER, value),
    text: (row, column, text) => put(row, column, text === NA_TEXT ? NA : TEXT, indexOf(text)),
    boolean: (row, column, value) => put(row, column, BOOLEAN, value ? 1 : 0),
    error: putError,
    days(row, column, days, style) {
      const moment = momentOf(days, from1904)
      if (style === 'time' && days >= 0 && days < 1) put(row, column, TIME, Math.round(days * 86_400_000) / 1000)
      else if (moment === undefined) putError(row, column, `${days} as a date`)
      else put(row, column, DATE, moment)
    },
    date(row, column, iso) {
      const moment = Date.parse(iso.includes('T') ? `${iso}Z` : iso)
      if (Number.isNaN(moment)) putError(row, column, `${iso} as a date`)
      else put(row, column, DATE, moment)
    },
  }
  return { columns, texts, sink }
}

function emptyColumn(): SheetColumn {
  return { length: 0, rows: new Int32Array(16), kinds: new Uint8Array(16), values: new Float64Array(16) }
}

function grow(column: SheetColumn): void {
  const length = 2 * column.length
  const { rows, kinds, values } = column
  column.rows = new Int32Array(length)
  column.rows.set(rows)
  column.kinds = new Uint8Array(length)
  column.kinds.set(kinds)
  column.values = new Float64Array(length)
  column.values.set(values)
}
