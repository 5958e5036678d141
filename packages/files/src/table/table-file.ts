import type { CsvFile, CsvOptions } from '../csv/csv-file.js'
import type { Dictionary } from '../dictionary/dictionary.js'
import type { FormatId } from '../formats/formats.js'

/** File that was read, of any format: its values, and what is needed to write it in this format or another. */
export interface TableFile extends CsvFile {
  readonly format: FormatId
  /** What the file says of its columns besides their values; undefined for text. */
  readonly dictionary?: Dictionary | undefined
  /** Sentences about what was found and may surprise. */
  readonly notes: readonly string[]
}

/** Options of reading a file of any format. */
export interface TableOptions extends CsvOptions {
  /** Name of the sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Catalog with the value labels of a SAS file. */
  readonly catalog?: Uint8Array | undefined
}
