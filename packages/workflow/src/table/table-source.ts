import type { ErrorPlace } from '@sdc/core'
import { lineOfRecord, type CsvFile } from '@sdc/io'
import type { InputFile } from '../files/input-file.js'
import type { LongFile } from './long-file.js'

/** A file that a table is read from, with what messages say of its cells. */
export interface TableSource {
  readonly file: InputFile
  readonly csv: CsvFile
  /** Where a cell stands: file, column, record, and its line, which is looked for only here. */
  place(cell: number, column?: string): ErrorPlace
}

/**
 * A file with the places of its cells.
 *
 * @param file - The file.
 * @param csv - What was read of it.
 * @param header - What was said of its first line.
 * @returns Both, and where each record stands.
 */
export function tableSource(file: LongFile, csv: CsvFile, header: boolean | undefined): TableSource {
  return {
    file,
    csv,
    place: (cell, column) => ({
      file: file.name,
      ...(column !== undefined && { column }),
      ...(file.place?.(cell) ?? { row: cell + 1, line: lineOfRecord(file.content, cell, { header, file: file.name }) }),
    }),
  }
}
