import { listed, SdcError } from '@sdc/core'
import type { CsvContent, Pieces } from '../bytes/pieces.js'
import { plainColumns } from '../columns/plain-columns.js'
import { decide } from '../columns/number-columns.js'
import { OtherMark } from '../columns/other-mark.js'
import { checkColumnSchemas } from '../column-schema.js'
import type { CsvOptions } from '../csv-file.js'
import { checkHeader, headerNames } from '../header.js'
import { layoutOf, type Layout } from '../layout/layout.js'
import { readCells, type RecordsRead } from '../read-cells.js'
import { columnBuilders, emptyFile, looksForThousands, newMissingTexts } from '../read-csv.js'
import { headRecord, passRecord, type HeadRecord } from '../head-record.js'
import { cellScanner, type CellScanner } from '../scan/cell-scanner.js'
import { checkThousands } from '../thousands.js'
import { columnScan, type ColumnScan } from './column-scan.js'
import type { CsvScan } from './csv-scan.js'
import { readRecords } from './read-block.js'

/**
 * Scans a file that is not in memory, block by block, for what its blocks need: their starts, the numeric columns and
 * the categories of others, as `readCsv` finds them. If a numeric column turns out to be categorical, the earlier
 * blocks are read again for its categories. Only one block and the categories are in memory.
 *
 * @param content - The file.
 * @param options - Options for the file.
 * @param blockRecords - Number of records in a block.
 * @param bytesOf - Returns a byte range of the file.
 * @returns The scan.
 * @throws the errors of `readCsv`; BAD_OPTION for a separator or quote beyond ASCII, and for a file of one column
 *   with empty lines between its records, which can only be read whole
 */
export function scanCsv(
  content: CsvContent,
  options: CsvOptions,
  blockRecords: number,
  bytesOf: (from: number, to: number) => Pieces,
): CsvScan {
  checkColumnSchemas(options)
  const layout = layoutOf(content, options)
  refuseOutOfCore(layout, options.file)
  const scan = (of: Layout): CsvScan => scanWith({ layout: of, options, blockRecords, bytesOf })
  try {
    return scan(layout)
  } catch (error) {
    if (!(error instanceof OtherMark)) throw error
    return scan({ ...layout, decimal: error.decimal, settled: true })
  }
}

/** Starts of blocks are byte positions in a plain file. */
function refuseOutOfCore({ marks, encoding, isPacked, widths }: Layout, file: string | undefined): void {
  const refused = (what: string, fix: string): SdcError =>
    new SdcError('BAD_OPTION', `${file ?? 'the file'} ${what}, and cannot be read out of core`, { file }, fix)
  if (isPacked) throw refused('is compressed by gzip', 'Decompress it first: gunzip -k FILE.')
  if (encoding !== 'utf-8') throw refused(`is in ${encoding}`, `Convert it: iconv -f ${encoding} -t UTF-8.`)
  if (widths) throw refused('has columns of fixed width', 'Write it as CSV first.')
  if (marks.strange) throw refused('has a separator or quote beyond ASCII', 'Save it with commas or semicolons.')
}

interface Scanning {
  readonly layout: Layout
  readonly options: CsvOptions
  readonly blockRecords: number
  readonly bytesOf: (from: number, to: number) => Pieces
}

function scanWith(scanning: Scanning): CsvScan {
  const { layout, options, blockRecords } = scanning
  const { file } = options
  const first = headRecord(layout, options)
  if (!first) throw emptyFile(`${file ?? 'the file'} is empty`, file)
  const names = headerNames(first, options)
  const columns = names.map((name) => columnScan(options.columns?.get(name) ?? {}, layout.decimal))
  const scanner = cellScanner(layout, file)
  const before = layout.above.bytes
  const place = (): number => before + scanner.window.before + scanner.window.at
  const starts: number[] = []
  let records = 0
  try {
    if (layout.header) passRecord(scanner)
    starts.push(place())
    for (;;) {
      const read = readBlock(scanning, { names, first, columns, scanner, block: starts.length - 1 })
      records += read.records
      // Blank lines at the end belong to the last block.
      if (read.records === 0 && starts.length > 1) starts.pop()
      starts.push(place())
      if (read.records < blockRecords) break
    }
  } finally {
    scanner.window.close()
  }
  if (records < 1) {
    throw emptyFile(`${file ?? 'the file'} has a header (${listed(names)}) but no records below it`, file)
  }
  checkHeader(names, columns, options)
  checkThousands(names, columns, layout, options)
  const { encoding, separator, quote, decimal, newline, header, prefix } = layout
  const dialect = { encoding, separator, quote, decimal, newline, header, prefix }
  const headers = header ? first.written : names
  const known = { dialect, records, blockRecords, starts }
  addEarlierLevels(scanning, names, columns, known)
  refuseWritten(names, columns, scanning)
  const newMissing = newMissingTexts(
    names,
    columns.map(({ missing }) => missing),
    options,
  )
  return { ...known, columns: columns.map((column, j) => column.end(names[j], headers[j], newMissing.of[j])) }
}

interface BlockToScan {
  readonly names: readonly string[]
  readonly first: HeadRecord
  readonly columns: readonly ColumnScan[]
  readonly scanner: CellScanner
  readonly block: number
}

function readBlock(
  { layout, options, blockRecords }: Scanning,
  { names, first, columns, scanner, block }: BlockToScan,
): RecordsRead {
  const looking = looksForThousands(layout, options, names.length) && !columns.some(({ marks }) => marks.decimals)
  const plain = plainColumns(names.length, looking)
  const said = new Map(names.map((name, j) => [name, columns[j].schema]))
  const building = { names, layout, options: { ...options, columns: said }, plain, scanner, capacity: blockRecords }
  const builders = columnBuilders(building, first)
  const read = readCells({ layout, scanner, builders, plain, capacity: blockRecords, options, most: blockRecords })
  if (read.records > blockRecords) throw emptyLines(options.file)
  if (read.records > 0) {
    builders.forEach((builder, j) => columns[j].add(builder.finish(read.records), block))
  }
  return read
}

function emptyLines(file: string | undefined): SdcError {
  const message = `${file ?? 'the file'} has one column and empty lines between its records, and cannot be read out of core`
  const fix = 'Write NA for missing values, or allow enough memory for the whole file.'
  return new SdcError('BAD_OPTION', message, { file }, fix)
}

/** Numbers with groups of digits, and columns that only the whole shows to be numeric, need the file in memory. */
function refuseWritten(names: readonly string[], columns: readonly ColumnScan[], { layout, options }: Scanning): void {
  const hasDecimals = columns.some(({ column, marks }) => column.kind === 'numeric' && marks.decimals)
  for (const [j, { forms, problem }] of columns.entries()) {
    const kind = forms === undefined ? 'text' : decide(forms, { layout, options, hasDecimals })
    if (kind === 'text' && problem) throw problem
    if (kind === 'text') continue
    const message = `the numbers of column "${names[j]}" have groups of digits, are infinite or beyond 2^53, and cannot be read out of core`
    const fix = 'Allow enough memory for the whole file, write plain numbers, or declare the column categorical.'
    throw new SdcError('BAD_OPTION', message, { file: options.file, column: names[j] }, fix)
  }
}

function addEarlierLevels(
  { options, bytesOf }: Scanning,
  names: readonly string[],
  columns: readonly ColumnScan[],
  known: Omit<CsvScan, 'columns'>,
): void {
  const until = Math.max(...columns.map(({ late }) => late))
  for (let block = 0; block < until; block++) {
    const isText = new Set(names.filter((_, j) => block < columns[j].late))
    const bytes = bytesOf(known.starts[block], known.starts[block + 1])
    const read = readRecords({ ...known, names, isText }, bytes, options)
    for (const [j, name] of names.entries()) {
      const own = isText.has(name) ? read.columns.get(name) : undefined
      if (own !== undefined) columns[j].addEarlier(own.column)
    }
  }
}
