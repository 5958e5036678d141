import { takeRows, type Dataset } from '@sdc/core'
import { csvContent, decodeText, readRows, type CsvFile } from '@sdc/files'
import type { TablePage } from '../protocol/file-types.js'

/**
 * Returns a page of a table, each cell with the text of the file.
 *
 * @param csv - The file.
 * @param from - Its first record, from 0.
 * @param count - Greatest number of records.
 * @param shown - A masked file, with the original record of each of its own; by default the file itself.
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
 * Returns texts of records in the notation of the file.
 *
 * @param csv - The file.
 * @param data - The records.
 * @param origin - The file's record of each.
 * @returns The texts by record and column. O(cells).
 */
export function rowTexts(csv: CsvFile, data: Dataset, origin: Int32Array): readonly (readonly string[])[] {
  if (data.rows === 0) return []
  const { dialect } = csv
  // The records are written and read back as texts, so that one writer determines their notation.
  const headless = {
    ...csv,
    dialect: { ...dialect, encoding: 'utf-8', header: false, prefix: '', tail: dialect.newline },
  }
  const content = decodeText(csvContent(headless, data, origin), 'the page of the table')
  return readRows(content, { separator: dialect.separator, quote: dialect.quote })
}
