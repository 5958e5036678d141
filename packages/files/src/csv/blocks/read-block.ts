import { SdcError, type Column } from '@sdc/core'
import { marksOf } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import { plainColumns } from '../columns/plain-columns.js'
import type { ColumnSchema, ColumnSource, CsvOptions } from '../csv-file.js'
import type { Layout } from '../layout/layout.js'
import { readCells } from '../read-cells.js'
import { columnBuilders } from '../read-csv.js'
import { cellScanner } from '../scan/cell-scanner.js'
import { isTimeKind } from '../times/time-columns.js'
import type { CsvScan } from './csv-scan.js'

/** Records of one block, with all that is needed to write them back byte for byte. */
export interface CsvBlock {
  readonly records: number
  readonly columns: ReadonlyMap<string, BlockColumn>
  readonly otherLineEnds: Uint8Array | null
  /** Line ends after the last record. */
  readonly tail: string
}

export interface BlockColumn {
  /** Its values; categories are those of the block only, in order of appearance. */
  readonly column: Column
  readonly source: Omit<ColumnSource, 'header' | 'newMissing'>
}

/**
 * Reads one block of a scanned file, each column with the properties of the whole file.
 *
 * @param scan - Result of the scan.
 * @param block - Number of the block.
 * @param bytes - Bytes of the block, between two starts of the scan.
 * @param options - Options of the scan.
 * @returns The block.
 * @throws FILE if the number of its records changed; the errors of `readCsv` if the file changed
 */
export function readCsvBlock(scan: CsvScan, block: number, bytes: Pieces, options: CsvOptions): CsvBlock {
  const { columns, records, blockRecords } = scan
  const isText = new Set(columns.filter(({ kind }) => kind !== 'numeric').map(({ name }) => name))
  const names = columns.map(({ name }) => name)
  const read = readRecords({ ...scan, names, isText }, bytes, options)
  const isOther = names.some((name) => !isText.has(name) && read.columns.get(name)?.column.kind !== 'numeric')
  if (isOther || read.records !== Math.min(blockRecords, records - block * blockRecords)) {
    const message = `${options.file ?? 'the file'} changed after it was scanned`
    const fix = 'Run again after other programs have stopped writing to it, or use a copy.'
    throw new SdcError('FILE', message, { file: options.file }, fix)
  }
  return read
}

/** Properties of records without a header. */
export interface RecordsToRead extends Pick<CsvScan, 'dialect' | 'blockRecords'> {
  readonly names: readonly string[]
  /** Categorical columns; the others are numeric until the first text. */
  readonly isText: ReadonlySet<string>
}

/** Reads records from known bytes as columns of known kinds. */
export function readRecords(
  { dialect, blockRecords, names, isText }: RecordsToRead,
  bytes: Pieces,
  options: CsvOptions,
): CsvBlock {
  const marks = marksOf(dialect.separator, dialect.quote, options.file)
  const lineEnd = dialect.newline === '\r' ? 13 : 10
  const layout: Layout = {
    ...dialect,
    isPacked: false,
    above: { bytes: 0, lines: 0 },
    marks,
    lineEnd,
    settled: true,
    lines: blockRecords,
    pieces: bytes,
  }
  const said = names.map((name): [string, ColumnSchema] => {
    const { kind, dateFormat, missing, missingRange } = options.columns?.get(name) ?? {}
    const missingValues = { missing, missingRange }
    if (isTimeKind(kind)) return [name, { kind, dateFormat, ...missingValues }]
    return [name, { kind: isText.has(name) ? 'categorical' : undefined, ...missingValues }]
  })
  const own: CsvOptions = { ...options, columns: new Map(said) }
  const plain = plainColumns(names.length, false)
  const scanner = cellScanner(layout, options.file)
  const building = { names, layout, options: own, plain, scanner, capacity: blockRecords }
  const builders = columnBuilders(building, { cells: [] })
  try {
    const read = readCells({ layout, scanner, builders, plain, capacity: blockRecords, options: own })
    return { ...read, columns: new Map(builders.map((builder, j) => [names[j], builder.finish(read.records)])) }
  } finally {
    scanner.window.close()
  }
}
