import type { NumberCells, TextCells } from '../../../dictionary/stat-table.js'

/** Reads the cells of a column, some records at a time. */
export interface CellReader {
  /** Reads the records from `from` to before `to`; the cell of the first is at `at`. */
  readonly read: (from: number, to: number, at: number) => void
  readonly finish: () => NumberCells | TextCells
}
