import type { CsvOptions } from './csv-file.js'
import type { CsvContent } from './bytes/pieces.js'
import { layoutOf } from './layout/layout.js'
import { linesOfRecordsIn } from './records.js'

/**
 * Finds the line of a file on which a record begins, for messages about records. It reads the file again and counts,
 * since texts in quotes may span lines.
 *
 * @param content - A file that `readCsv` has read.
 * @param record - The record, from 0.
 * @param options - The options used for the file.
 * @returns The line, from 1; undefined if there is no such record.
 */
export function lineOfRecord(content: CsvContent, record: number, options: CsvOptions = {}): number | undefined {
  return linesOfRecords(content, [record], options).get(record)
}

/**
 * Finds the lines on which records begin, in one pass.
 *
 * @param content - A file that `readCsv` has read.
 * @param records - The records, from 0.
 * @param options - The options used for the file.
 * @returns The lines, from 1, by record.
 */
export function linesOfRecords(
  content: CsvContent,
  records: readonly number[],
  options: CsvOptions = {},
): ReadonlyMap<number, number> {
  return linesOfRecordsIn(layoutOf(content, options), records, options.file)
}
