import { takeRows, type Dataset } from '@sdc/core'
import { csvContent, decodeText, readRows, type CsvFile } from '@sdc/files'
import type { TablePage } from '../protocol/protocol.js'

/**
 * A page of a table, each cell with the text that the file has.
 *
 * @param csv - The file.
 * @param from - Its first record, from 0.
 * @param count - How many records at most.
 * @param shown - A file that was made of it, with the original's record of each of its own; the file itself where not given.
 * @returns The texts. O(cells of the page).
 */
export function tablePage(
  csv: CsvFile,
  from: number,
  count: number,
  shown?: { readonly data: Dataset; readonly origin: Int32Array },
): TablePage {
  const dataset = shown?.data ?? csv.dataset
  const names = [...dataset.names]
  const first = Math.max(0, Math.min(from, dataset.rows))
  const records = Int32Array.from({ length: Math.max(0, Math.min(count, dataset.rows - first)) }, (_, i) => first + i)
  if (records.length === 0) return { from: first, names, rows: [] }
  const origin = shown === undefined ? records : shown.origin.subarray(first, first + records.length)
  return { from: first, names, rows: rowTexts(csv, takeRows(dataset, records), origin) }
}

/**
 * Texts of records, as the file would have them.
 *
 * @param csv - The file.
 * @param data - The records.
 * @param origin - The file's record of each.
 * @returns The texts by record and column. O(cells).
 */
export function rowTexts(csv: CsvFile, data: Dataset, origin: Int32Array): readonly (readonly string[])[] {
  if (data.rows === 0) return []
  const { dialect } = csv
  // Written as it would be, and read as texts: what a cell says is in one place.
  const headless = {
    ...csv,
    dialect: { ...dialect, encoding: 'utf-8', header: false, prefix: '', tail: dialect.newline },
  }
  const content = decodeText(csvContent(headless, data, origin), 'the page of the table')
  return readRows(content, { separator: dialect.separator, quote: dialect.quote })
}
