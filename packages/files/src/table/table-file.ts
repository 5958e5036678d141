import type { CsvFile, CsvOptions } from '../csv/csv-file.js'
import type { ReadSasOptions } from '../statistical/sas/read-sas7bdat.js'
import type { Dictionary } from '../dictionary/dictionary.js'
import type { FormatId } from '../formats/formats.js'

/** File of any format after reading: its values, and the facts needed to write it in this format or another. */
export interface TableFile extends CsvFile {
  readonly format: FormatId
  /** Labels, measures and kinds of missing values of its columns; undefined for text without a schema. */
  readonly dictionary?: Dictionary | undefined
  /** Messages about surprising facts. */
  readonly notes: readonly string[]
}

/** Options of reading a file of any format. */
export interface TableOptions extends CsvOptions {
  /** Name of the sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Reads the catalog with the value labels of a SAS file. */
  readonly catalog?: ReadSasOptions['catalog']
}
