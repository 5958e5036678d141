import { isSdcError } from '@sdc/core'
import type { CsvOptions } from './csv-file.js'
import type { Layout } from './layout/layout.js'
import { recordsOf, type TextRecord } from './records.js'
import type { CellScanner } from './scan/cell-scanner.js'

/** First record of a file. */
export interface HeadRecord extends Pick<TextRecord, 'cells' | 'lines'> {
  /** Each cell as it is written; null for the name of a column of row names that the header lacks. */
  readonly written: readonly (string | null)[]
}

/** Records that are looked at for row names. */
const LOOKED_AT = 100

/**
 * Returns the first record of a file. A header with one name less than all records below it have cells is one of R's
 * `write.table`, if it has two names or more: the first column holds row names, and gets an empty name here.
 *
 * @param layout - The file, and how it is cut.
 * @param options - Known properties of the file.
 * @returns The record; undefined if there is none.
 * @throws FILE for a malformed quote in it, and for bytes that are not text.
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

/** Row names are two at least, and each of them is another. Separators at the ends of all lines are something else. */
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
    // A fault further below is found where the records are read.
    if (isSdcError(error)) return false
    throw error
  }
  return isFilled && count > 1 && found.size === count
}

/** Moves a scanner behind a record. */
export function passRecord(scanner: CellScanner): void {
  do scanner.scan()
  while (scanner.behind === 'separator')
}
