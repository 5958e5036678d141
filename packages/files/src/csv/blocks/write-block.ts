import { SdcError, type Column } from '@sdc/core'
import { columnToWrite, refuseInfinite, type ColumnToWrite } from '../cells.js'
import { isMissing } from '../unchanged.js'
import { pieces } from '../write-csv.js'
import type { CsvScan } from './csv-scan.js'
import type { BlockColumn, CsvBlock } from './read-block.js'

/**
 * Returns the bytes of one block of a file, as `csvContent` writes them within the whole. Masked columns are written
 * from their values only, the others unchanged; the first block includes the header.
 *
 * @param scan - Result of the scan.
 * @param block - Number of the block.
 * @param read - The unmasked block.
 * @param masked - Masked columns of the file; the others are written unchanged.
 * @returns The pieces; each is valid until the next is requested.
 * @throws NOT_NUMERIC for an infinite value; BAD_OPTION if a missing cell of a masked column got a value: the form of
 *   missing cells then depends on the whole column
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
  const names = known.map(({ name }) => name)
  const columns = blockColumns(scan, block, read, masked, names)
  const headers = isFirst && dialect.header ? known.flatMap(({ header }) => header ?? []) : null
  const goesOn = block * blockRecords + read.records < records
  return { [Symbol.iterator]: () => pieces({ dialect, rows: read.records, columns, headers, otherLineEnds, goesOn }) }
}

/** Returns the columns of a block in the form they have within the whole; throws as `csvBlockContent`. */
export function blockColumns(
  { columns: known, dialect: ofFile, blockRecords }: CsvScan,
  block: number,
  read: CsvBlock,
  masked: ReadonlyMap<string, Column>,
  names: readonly string[],
): readonly ColumnToWrite[] {
  const dialect = { ...ofFile, tail: read.tail, missing: '' }
  const chosen = known.filter(({ name }) => names.includes(name))
  const columns = chosen.map(({ name, header, allQuoted, missing }): ColumnToWrite => {
    const { column: was, source } = read.columns.get(name) as BlockColumn
    const before = { column: was, source: { ...source, header, newMissing: missing }, origin: null }
    const column = masked.get(name)
    if (column === undefined) return columnToWrite(name, was, dialect, before)
    refuseFilled(name, was, column)
    const made = columnToWrite(name, column, dialect, before)
    return { ...made, same: false, allQuoted, keepsMissing: true }
  })
  refuseInfinite(columns.map(({ name, infinite }) => ({ name, infinite: infinite + block * blockRecords })))
  return columns
}

function refuseFilled(name: string, was: Column, column: Column): void {
  const records = was.kind === 'numeric' ? was.values.length : was.codes.length
  for (let r = 0; r < records; r++) {
    if (!isMissing(was, r) || isMissing(column, r)) continue
    const message = `column "${name}" has a value in a cell that was missing, and such a CSV column cannot be written out of core`
    const fix = 'Allow enough memory for the whole file, or write Parquet.'
    throw new SdcError('BAD_OPTION', message, { column: name }, fix)
  }
}
