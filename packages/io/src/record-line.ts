import type { CsvOptions } from './csv-file.js'
import { layoutOf } from './dialect.js'
import { eachRecord } from './records.js'

/**
 * The line of a file on which a record begins, for messages about records: texts in quotes may span lines, so that it is
 * counted, by reading the file again.
 *
 * @param text - The file, which `readCsv` has read.
 * @param record - The record, from 0.
 * @param options - What was said of the file.
 * @returns The line, from 1; undefined where there is no such record.
 */
export function lineOfRecord(text: string, record: number, options: CsvOptions = {}): number | undefined {
  const prefix = /^\uFEFF*/.exec(text)?.[0] ?? ''
  const content = text.slice(prefix.length)
  const layout = layoutOf(content, prefix, options)
  let next = layout.header ? -1 : 0
  let found: number | undefined
  eachRecord(content, layout, options.file, ({ line }) => {
    if (next++ === record) found = line
  })
  return found
}
