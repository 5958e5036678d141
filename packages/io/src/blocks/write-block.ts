import { SdcError, type Column } from '@sdc/core'
import { columnToWrite, refuseInfinite, type ColumnToWrite } from '../cells.js'
import { isMissing } from '../unchanged.js'
import { pieces } from '../write-csv.js'
import type { CsvScan } from './csv-scan.js'
import type { BlockColumn, CsvBlock } from './read-block.js'

/**
 * The bytes of one block of a file, as `csvContent` writes them within the whole: columns that were masked by their values alone, the
 * others as they were read; the first block has the header above it.
 *
 * @param scan - What the scan found.
 * @param block - Which one.
 * @param read - The block as it was read.
 * @param masked - The columns that are masked in the file; the others are written as they were.
 * @returns The pieces; each is valid until the next is asked for.
 * @throws NOT_NUMERIC for an infinite value; BAD_OPTION where other cells of a masked column are missing than were: how these are
 * written depends on the whole column.
 */
export function csvBlockContent(
  scan: CsvScan,
  block: number,
  read: CsvBlock,
  masked: ReadonlyMap<string, Column>,
): Iterable<Uint8Array> {
  const { columns: known, records, blockRecords } = scan
  const { tail, otherLineEnds } = read
  const isFirst = block === 0
  const prefix = isFirst ? scan.dialect.prefix : ''
  const dialect = { ...scan.dialect, prefix, tail, missing: '' }
  const columns = known.map(({ name, header, allQuoted }): ColumnToWrite => {
    const { column: was, source } = read.columns.get(name) as BlockColumn
    const before = { column: was, source: { ...source, header, newMissing: '' }, origin: null }
    const column = masked.get(name)
    if (column === undefined) return columnToWrite(name, was, dialect, before)
    refuseOtherMissing(name, was, column)
    return { ...columnToWrite(name, column, dialect, before), same: false, allQuoted, keepsMissing: true }
  })
  refuseInfinite(columns.map(({ name, infinite }) => ({ name, infinite: infinite + block * blockRecords })))
  const headers = isFirst && dialect.header ? known.map(({ header }) => header) : null
  const goesOn = block * blockRecords + read.records < records
  return { [Symbol.iterator]: () => pieces({ dialect, rows: read.records, columns, headers, otherLineEnds, goesOn }) }
}

function refuseOtherMissing(name: string, was: Column, column: Column): void {
  const records = was.kind === 'numeric' ? was.values.length : was.codes.length
  for (let r = 0; r < records; r++) {
    if (isMissing(was, r) === isMissing(column, r)) continue
    const message = `in column "${name}" other cells are missing than were, and CSV is not written in parts so`
    const advice = 'Allow so much memory that the file is held whole, or write Parquet.'
    throw new SdcError('BAD_OPTION', message, { column: name }, advice)
  }
}
