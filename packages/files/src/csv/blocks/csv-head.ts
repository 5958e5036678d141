import type { CsvContent } from '../bytes/pieces.js'
import type { CsvDialect, CsvOptions } from '../csv-file.js'
import { headerNames } from '../header.js'
import { layoutOf } from '../layout/layout.js'
import { emptyFile } from '../read-csv.js'
import { headRecord, passRecord } from '../head-record.js'
import { cellScanner } from '../scan/cell-scanner.js'

/** Names of the columns and further facts from the beginning of a file. */
export interface CsvHead extends Pick<CsvDialect, 'separator' | 'newline'> {
  readonly names: readonly string[]
  /** Start of its records, in bytes. */
  readonly below: number
  /** Approximate number of lines. */
  readonly lines: number
}

/**
 * Reads the names of a file's columns and the start of its records.
 *
 * @param content - The file.
 * @param options - Options for the file.
 * @returns Both, and the dialect of the file.
 * @throws EMPTY_FILE, FILE, DUPLICATE_COLUMN and UNKNOWN_COLUMN, as `readCsv`
 */
export function csvHead(content: CsvContent, options: CsvOptions = {}): CsvHead {
  const { file } = options
  const layout = layoutOf(content, options)
  const first = headRecord(layout, options)
  if (!first) throw emptyFile(`${file ?? 'the file'} is empty`, file)
  const names = headerNames(first, options)
  const scanner = cellScanner(layout, file)
  try {
    if (layout.header) passRecord(scanner)
    const below = layout.above.bytes + scanner.window.before + scanner.window.at
    return { separator: layout.separator, newline: layout.newline, names, below, lines: layout.lines }
  } finally {
    scanner.window.close()
  }
}
