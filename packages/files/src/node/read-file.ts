import type { CsvFile, CsvOptions } from '../csv/csv-file.js'
import { decodeText } from '../csv/decode-text.js'
import { readCsv } from '../csv/read-csv.js'
import { fileBytes } from './file-bytes.js'

/**
 * Reads a CSV file of any length.
 *
 * @param path - Path of the file.
 * @param options - Options for the file.
 * @returns Its values, and the facts needed to write it back byte for byte.
 * @throws The errors of `readCsv` and `fileBytes`
 */
export async function readCsvFile(path: string, options: CsvOptions = {}): Promise<CsvFile> {
  return readCsv(await fileBytes(path), { ...options, file: options.file ?? path })
}

/**
 * Reads the text of a file in UTF-8, including its byte order mark. Throws the errors of `decodeText` and `fileBytes`.
 */
export async function readText(path: string): Promise<string> {
  return decodeText(await fileBytes(path), path)
}
