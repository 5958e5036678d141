import { SdcError } from '@sdc/core'
import { bytesOf, headOf, piecesOf, type CsvContent } from '../csv/bytes/pieces.js'
import type { CsvFile } from '../csv/csv-file.js'
import { readCsv } from '../csv/read-csv.js'
import { readPor } from '../statistical/por/read-por.js'
import { readSas7bdat } from '../statistical/sas/read-sas7bdat.js'
import { readXpt } from '../statistical/sas/read-xpt.js'
import { readSav } from '../statistical/spss/read-sav.js'
import { readDta } from '../statistical/stata/read/read-dta.js'
import { FORMAT_HEAD, formatOf, foundFormat, type FormatId } from '../formats/formats.js'
import { readXlsxTable } from '../xlsx/table/read-xlsx-table.js'
import type { ReadStat } from '../dictionary/stat-table.js'
import type { TableFile, TableOptions } from './table-file.js'
import { tableOfStat } from './table-of-stat.js'

type Reader = (bytes: Uint8Array, options: TableOptions) => ReadStat

/** Readers of formats that are read whole. */
const readers: Partial<Record<FormatId, Reader>> = {
  sav: readSav,
  zsav: readSav,
  dta: readDta,
  xpt: readXpt,
  por: readPor,
  sas7bdat: readSas7bdat,
  xlsx: readXlsxTable,
}

/**
 * Reads a file of any format, which its first bytes identify: text, SPSS, Stata, SAS, Excel. Parquet has a reader of
 * its own.
 *
 * @param content - The file.
 * @param options - Schema and options of the file.
 * @returns Its values, its dictionary if it has one, and the facts needed to write it back.
 * @throws FILE for a format that is not supported, or a damaged file; the errors of `readCsv`, with records instead
 *   of lines
 */
export function readTableFile(content: CsvContent, options: TableOptions = {}): TableFile {
  const { file } = options
  const pieces = piecesOf(content, file)
  const found = foundFormat(headOf(pieces, FORMAT_HEAD).bytes)
  if (found === undefined) {
    const read = readCsv(content, options)
    return { ...read, format: 'csv', notes: rowNameNotes(read) }
  }
  const read = found.id && readers[found.id]
  if (found.id === undefined || read === undefined) {
    const message = `${file ?? 'the file'} is ${found.what}, which cannot be read here`
    throw new SdcError('FILE', message, { file }, found.fix ?? 'Save it as CSV, or as a .sav or .dta file.')
  }
  return { ...tableOfStat(read(bytesOf(pieces), options), options), format: found.id }
}

/** R and pandas write row names, often an identifier, as a first column without a name. */
function rowNameNotes({ dataset, dialect, source }: CsvFile): readonly string[] {
  const [name] = dataset.names
  const written = source.get(name)?.header
  if (!dialect.header || (written !== null && written?.replaceAll(dialect.quote, '').trim() !== '')) return []
  return [`the first column has no name: it is called "${name}", and may hold row names that identify records`]
}

/**
 * Finds the format of a file by its first bytes.
 *
 * @param content - The file.
 * @returns The format, `csv` for every text; undefined for a format that cannot be read.
 */
export function formatOfContent(content: CsvContent): FormatId | undefined {
  return formatOf(headOf(piecesOf(content), FORMAT_HEAD).bytes)
}
