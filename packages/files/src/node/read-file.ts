import type { CsvFile, CsvOptions } from '../csv/csv-file.js'
import { decodeText } from '../csv/decode-text.js'
import { readCsv } from '../csv/read-csv.js'
import { fileBytes } from './file-bytes.js'

/** Reads a CSV file in UTF-8, of any length. Throws what `readCsv` and `fileBytes` throw. */
export async function readCsvFile(path: string, options: CsvOptions = {}): Promise<CsvFile> {
  return readCsv(await fileBytes(path), { ...options, file: options.file ?? path })
}

/** The text of a file in UTF-8, its byte order mark included. Throws what `decodeText` and `fileBytes` throw. */
export async function readText(path: string): Promise<string> {
  return decodeText(await fileBytes(path), path)
}
