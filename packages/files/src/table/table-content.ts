import type { Dataset } from '@sdc/core'
import { withSeparator } from '../csv/with-separator.js'
import { csvContent, plainCsv } from '../csv/write-csv.js'
import { writeXpt } from '../statistical/sas/write-xpt.js'
import { writeSav } from '../statistical/spss/write-sav.js'
import { writeDta } from '../statistical/stata/write/write-dta.js'
import { writeXlsxTable } from '../xlsx/table/write-xlsx-table.js'
import type { OutputFormat, WrittenFormat } from '../formats/output-format.js'
import { statOfTable, type DescribedFile, type StatOptions } from './stat-of-table.js'
import type { StatColumn, StatTable, WrittenStat } from '../dictionary/stat-table.js'

/** Writers of formats that are written whole. */
const writers: Partial<Record<WrittenFormat, (table: StatTable) => WrittenStat>> = {
  sav: (table) => writeSav(table),
  zsav: (table) => writeSav(table, { compression: 'zlib' }),
  dta: writeDta,
  xpt: (table) => writeXpt(table),
  xlsx: (table) => writeXlsxTable(table, { codebook: table.columns.some(hasLabels) }),
}

const hasLabels = ({ description: { label, labels } }: StatColumn): boolean =>
  label !== undefined || labels !== undefined

/**
 * Writes a dataset in a format: text in the dialect of its source, other formats with the dictionary of the source.
 * Parquet has a writer of its own, and compression by gzip is added when the bytes are written.
 *
 * @param output - Format from `formatOfName`.
 * @param source - Source file of the data.
 * @param data - Records to write.
 * @param origin - Source record of each, −1 for none; undefined for the same ones.
 * @param options - Release or not.
 * @returns The bytes, with a sentence for each loss of the format.
 * @throws The errors of the writers, before the first piece: names and values that the format does not have
 */
export function tableContent(
  { format, separator, hasSeparators }: OutputFormat,
  source: DescribedFile,
  data: Dataset,
  origin?: Int32Array,
  options: StatOptions = {},
): WrittenStat {
  const write = writers[format]
  if (write !== undefined)
    return write(statOfTable(source, data, origin, { ...options, textsAmongNumbers: format === 'xlsx' }))
  if (format !== 'csv') throw new TypeError(`${format} is not written by tableContent`)
  const own = hasSeparators && source.dialect.widths ? plainCsv(source.dataset) : source
  const file = separator === undefined ? own : withSeparator(own, separator)
  return { content: csvContent(file, data, origin), losses: [] }
}
