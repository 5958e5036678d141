import type { CsvOptions } from './csv-file.js'
import { piecesOf, type CsvContent } from './bytes/pieces.js'
import { layoutOf } from './layout/layout.js'
import { recordsOf } from './records.js'

/**
 * The line of a file on which a record begins, for messages about records: texts in quotes may span lines, so that it is
 * counted, by reading the file again.
 *
 * @param content - The file, which `readCsv` has read.
 * @param record - The record, from 0.
 * @param options - What was said of the file.
 * @returns The line, from 1; undefined where there is no such record.
 */
export function lineOfRecord(content: CsvContent, record: number, options: CsvOptions = {}): number | undefined {
  const layout = layoutOf(piecesOf(content, options.file), options)
  let next = layout.header ? -1 : 0
  for (const { lines } of recordsOf(layout, options.file)) if (next++ === record) return lines[0]
  return undefined
}
