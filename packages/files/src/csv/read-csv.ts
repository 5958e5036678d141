import { dataset, listed, SdcError, type Column } from '@sdc/core'
import type { CsvContent } from './bytes/pieces.js'
import type { BuiltColumn } from './columns/built-column.js'
import { columnBuilder, type ColumnBuilder } from './columns/column-builder.js'
import { numberColumns } from './columns/number-columns.js'
import { OtherMark } from './columns/other-mark.js'
import { plainColumns, type PlainColumns } from './columns/plain-columns.js'
import { checkColumnSchemas, defaultMissing, missingOf } from './column-schema.js'
import type { ColumnSource, CsvFile, CsvOptions, MissingText } from './csv-file.js'
import { numberReader } from './decimal/read-number.js'
import { checkHeader, headerNames } from './header.js'
import { decimalOf, holdsNumberWith } from './layout/decimal-mark.js'
import { layoutOf, type Layout } from './layout/layout.js'
import { readCells, type RecordsRead } from './read-cells.js'
import type { TableReading } from './rest-of-cells.js'
import { headRecord, passRecord, type HeadRecord } from './head-record.js'
import { linesOfRecordsIn } from './records.js'
import { cellScanner, type CellScanner } from './scan/cell-scanner.js'
import { checkText } from './scan/check-text.js'
import { checkThousands } from './thousands.js'

/**
 * Reads CSV: a header, if there is one, and records. A column is numeric if every cell that is not missing is a decimal
 * number within the range of a double. Otherwise it is categorical, and its `notNumeric` names the first other cell.
 * The content is read as a stream, more than once if its head does not show the dialect; it is never wholly in memory.
 *
 * @param content - A text, its bytes in UTF-8, or pieces of them, which begin again at each iteration.
 * @param options - Options for the file.
 * @returns Its values, and the facts needed to write it back byte for byte.
 * @throws EMPTY_FILE, RAGGED_ROW, DUPLICATE_COLUMN, UNKNOWN_COLUMN, NOT_NUMERIC (also for possible thousands
 *   separators), BAD_PLAN (a value outside the schema's levels, a contradictory schema), BAD_OPTION and FILE. FILE
 *   means malformed quotes, a column without a name, a header of numbers, content that is not text, a cell of more than
 *   a million letters or a line of more than sixteen million. It reports the first of several faults in the file.
 *   O(letters).
 */
export function readCsv(content: CsvContent, options: CsvOptions = {}): CsvFile {
  checkColumnSchemas(options)
  const layout = layoutOf(content, options)
  try {
    return readWith(layout, options)
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('allocation')) throw noRoom(options.file)
    if (!(error instanceof OtherMark)) throw error
    return readWith({ ...layout, decimal: error.decimal, settled: true }, options)
  }
}

function noRoom(file: string | undefined): SdcError {
  const fix = 'Leave out columns that are not needed, or divide it into several files.'
  return new SdcError('FILE', `${file ?? 'the file'} needs more memory than available`, { file }, fix)
}

function readWith(layout: Layout, options: CsvOptions): CsvFile {
  const { file } = options
  const first = headRecord(layout, options)
  if (!first) throw emptyFile(`${file ?? 'the file'} is empty`, file)
  const names = headerNames(first, options)
  const looking = looksForThousands(layout, options, names.length)
  const plain = plainColumns(names.length, looking)
  const scanner = cellScanner(layout, file)
  const capacity = layout.lines
  const builders = columnBuilders({ names, layout, options, plain, scanner, capacity }, first)
  const read = readBehindHeader({ layout, scanner, builders, plain, capacity, options })
  if (read.records < 1) {
    const message = `${file ?? 'the file'} has a header (${listed(names)}) but no records below it`
    throw emptyFile(message, file)
  }
  const headers = layout.header ? first.written : names
  return assembled(names, headers, builders, layout, options, read)
}

/** Returns true if a point or comma may separate thousands. */
export function looksForThousands(layout: Layout, options: CsvOptions, columns: number): boolean {
  return options.decimal === undefined && layout.separator !== ',' && columns > 1
}

function readBehindHeader(reading: TableReading): RecordsRead {
  const { layout, scanner } = reading
  try {
    if (layout.header) passRecord(scanner)
    return readCells(reading)
  } finally {
    scanner.window.close()
  }
}

export interface Building {
  readonly names: readonly string[]
  readonly layout: Layout
  readonly options: CsvOptions
  readonly plain: PlainColumns
  readonly scanner: CellScanner
  readonly capacity: number
}

/** Returns the builders of the columns, with the evidence of first record and schema for the decimal mark. */
export function columnBuilders(
  { names, layout, options, plain, scanner, capacity }: Building,
  first: Pick<HeadRecord, 'cells'>,
): ColumnBuilder[] {
  const { file } = options
  const { decimal, marks } = layout
  const reader = numberReader(decimal)
  const encoder = new TextEncoder()
  let settled = layout.settled
  // If a text contains a number with the other mark, the decimal mark is detected from the whole file.
  const look = (bytes: Uint8Array, from: number, to: number): void => {
    if (settled || !holdsNumberWith(decimal === '.' ? ',' : '.', bytes, from, to)) return
    const found = decimalOf(layout.pieces, marks)
    if (found !== decimal) throw new OtherMark(found)
    settled = true
  }
  const known = [...(options.columns?.values() ?? [])].flatMap(({ missing, levels }) => [
    ...(missing ?? []),
    ...(levels ?? []),
  ])
  for (const text of [...first.cells, ...known, ...(options.missing ?? [])]) {
    const bytes = encoder.encode(text)
    look(bytes, 0, bytes.length)
  }
  const line = (): number => scanner.line
  const check = (bytes: Uint8Array, from: number, to: number): void => {
    checkText(scanner, bytes, from, to, marks, file)
    look(bytes, from, to)
  }
  return names.map((name, index) => {
    const schema = options.columns?.get(name) ?? {}
    const missing = missingOf(schema, options)
    return columnBuilder({ name, schema, missing, decimal, marks, reader, plain, index, capacity, file, line, check })
  })
}

function assembled(
  names: readonly string[],
  headers: readonly (string | null)[],
  builders: readonly ColumnBuilder[],
  layout: Layout,
  options: CsvOptions,
  { records, otherLineEnds, tail }: RecordsRead,
): CsvFile {
  const built: BuiltColumn[] = numberColumns(
    names,
    builders.map((builder) => builder.finish(records)),
    layout,
    options,
    (record) => linesOfRecordsIn(layout, [record], options.file).get(record),
  )
  checkHeader(names, built, options)
  checkThousands(names, built, layout, options)
  const newMissing = newMissingTexts(
    names,
    built.map(({ source }) => source.missing),
    options,
  )
  const columns: [string, Column][] = []
  const source = new Map<string, ColumnSource>()
  for (const [j, name] of names.entries()) {
    columns.push([name, built[j].column])
    source.set(name, { ...built[j].source, header: headers[j], newMissing: newMissing.of[j] })
  }
  const { encoding, widths, separator, quote, decimal, newline, header, prefix } = layout
  const dialect = {
    encoding,
    widths,
    separator,
    quote,
    decimal,
    newline,
    header,
    prefix,
    tail,
    missing: newMissing.ofFile,
  }
  return { dataset: dataset(columns), dialect, source, otherLineEnds }
}

/**
 * Returns the texts of cells that become missing: the one that the column has, else that of the schema, else that of
 * the first column that has one. A code (-9, .a) gives the reason for a missing value, so new ones are empty if an
 * empty cell means missing.
 *
 * @param names - Names of the columns.
 * @param found - Text of the first missing cell of each column.
 * @param options - Schema of the file and its columns.
 * @returns The text of each column, and that of the file.
 */
export function newMissingTexts(
  names: readonly string[],
  found: readonly ColumnSource['missing'][],
  options: CsvOptions,
): { readonly of: readonly MissingText[]; readonly ofFile: string } {
  const { columns, missing } = options
  const seen = found.find((text, j) => text && columns?.get(names[j])?.missing === undefined)
  const ofFile = seen?.text ?? (missing ?? defaultMissing)[0] ?? ''
  const of = names.map((name, j): MissingText => {
    const schema = columns?.get(name) ?? {}
    const own = found[j] ?? { text: schema.missing?.[0] ?? ofFile, quoted: false }
    return isCode(own.text) && missingOf(schema, options).includes('') ? { text: '', quoted: false } : own
  })
  return { of, ofFile }
}

/** Returns true for the text of a kind of missing values: a number, or a letter of Stata and SAS. */
function isCode(text: string): boolean {
  return (text.trim() !== '' && Number.isFinite(Number(text))) || /^\.[a-z_]$/i.test(text.trim())
}

export function emptyFile(message: string, file: string | undefined): SdcError {
  return new SdcError('EMPTY_FILE', message, { file }, 'A file needs a line of names and a record in each line below.')
}
