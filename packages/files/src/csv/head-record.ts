import { isSdcError } from '@sdc/core'
import type { CsvOptions } from './csv-file.js'
import type { Layout } from './layout/layout.js'
import { recordsOf, type TextRecord } from './records.js'
import type { CellScanner } from './scan/cell-scanner.js'

/** First record of a file. */
export interface HeadRecord extends Pick<TextRecord, 'cells' | 'lines'> {
  /** Each cell as written; null for the name of row names that the header lacks. */
  readonly written: readonly (string | null)[]
}

/** Number of records examined for row names. */
const LOOKED_AT = 100

/**
 * Returns the first record of a file. A header of two or more names, one less than the cells of all records below,
 * comes from R's `write.table`. The first column then holds row names and gets an empty name here.
 *
 * @param layout - Layout of the file.
 * @param options - Known properties of the file.
 * @returns The record; undefined if there is none.
 * @throws FILE for a malformed quote in it, and for bytes that are not text
 */
export function headRecord(layout: Layout, options: CsvOptions): HeadRecord | undefined {
  const records = recordsOf(layout, options.file)
  try {
    const { value: first } = records.next()
    if (!first) return undefined
    const isTable = layout.header && first.cells.length > 1
    if (!isTable || !hasRowNames(first.cells.length, records)) return first
    return { cells: ['', ...first.cells], lines: [first.lines[0], ...first.lines], written: [null, ...first.written] }
  } finally {
    records.return()
  }
}

/** Tests for row names: at least two, all distinct. Separators at the ends of all lines are excluded. */
function hasRowNames(names: number, records: Iterator<TextRecord, void>): boolean {
  const found = new Set<string>()
  let count = 0
  let isFilled = false
  try {
    for (; count < LOOKED_AT; count++) {
      const { value: record } = records.next()
      if (!record) break
      if (record.cells.length !== names + 1) return false
      found.add(record.cells[0])
      isFilled ||= record.cells[names] !== ''
    }
  } catch (error) {
    // A fault further below is reported when the records are read.
    if (isSdcError(error)) return false
    throw error
  }
  return isFilled && count > 1 && found.size === count
}

/** Moves a scanner past a record. */
export function passRecord(scanner: CellScanner): void {
  do scanner.scan()
  while (scanner.behind === 'separator')
}
