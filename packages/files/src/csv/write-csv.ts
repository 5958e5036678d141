import { columnLength, SdcError, type Dataset, type TimeKind } from '@sdc/core'
import { fromUtf8, lackedBy, lacking } from '../encodings/from-utf8.js'
import { hasBit } from './bits.js'
import { columnToWrite, refuseInfinite, type ColumnToWrite } from './cells.js'
import { isoFormats } from '../times/date-format.js'
import { packedText } from './text/packed-text.js'
import type { ColumnSource, CsvDialect, CsvFile } from './csv-file.js'
import { joinLines, type FixedColumn } from './fixed-width/join-lines.js'
import { asNeeded, inQuotes } from './quoting.js'
import { byteSink, putBytes, type ByteSink } from './write/byte-sink.js'
import { cellWriter, putCell, type CellWriter } from './write/put-cell.js'
import { putText } from './write/put-text.js'

/** Dialect of a file that was not read from text. */
export const plainDialect: CsvDialect = {
  encoding: 'utf-8',
  separator: ',',
  quote: '"',
  decimal: '.',
  newline: '\n',
  header: true,
  prefix: '',
  tail: '\n',
  missing: '',
}
const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
/** Approximate bytes of a piece: enough for one system call, few enough for the cache. */
const PIECE = 1 << 18
const CARRIAGE_RETURN = 13
const LINE_FEED = 10

/** Returns a dataset that was not read from CSV as a CSV file in the plain dialect. */
export function plainCsv(data: Dataset): CsvFile {
  const source = new Map<string, ColumnSource>()
  for (const name of data.names) {
    const column = data.column(name)
    if (column.kind === 'numeric' && column.time !== undefined) source.set(name, sourceOfTimes(name, column.time))
  }
  return { dataset: data, dialect: plainDialect, source, otherLineEnds: null }
}

/** Dates and times that were not read from text are written in ISO 8601. */
function sourceOfTimes(name: string, kind: TimeKind): ColumnSource {
  const none = { text: '', quoted: false }
  const time = { kind, format: isoFormats[kind] }
  return {
    header: asNeeded(name, plainDialect),
    missing: none,
    newMissing: none,
    decimals: -1,
    time,
    exceptions: packedText(),
    quoted: null,
    trailing: new Map(),
  }
}

/**
 * Writes a dataset as CSV, piece by piece on demand, in the dialect and encoding of its source file, if any. Each
 * iteration begins again. A piece is valid until the next one is requested: its buffer is reused, so that a file of any
 * length takes no more memory than one piece.
 *
 * A column with unchanged values is written with the source's text. In any other column every number is written as the
 * shortest decimal that reads back bit-equal, even if it is unchanged: `1.50` next to `1.5` would distinguish unchanged
 * from changed cells. Missing cells keep their text, unless one of the column's missing cells moved. If the source has
 * no header, none is written.
 *
 * @param source - Source file of the data.
 * @param data - Records to write.
 * @param origin - Source record of each, −1 for none; by default the same records in order.
 * @returns The pieces, each of whole records. O(cells).
 * @throws LENGTH_MISMATCH, NOT_NUMERIC for an infinite value, and FILE for a character that the encoding lacks,
 *   before the first piece
 */
export function csvContent(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): Iterable<Uint8Array> {
  const { encoding } = source?.dialect ?? plainDialect
  return fromUtf8(utf8Content(source, data, origin), encoding)
}

function utf8Content(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): Iterable<Uint8Array> {
  const dialect = source?.dialect ?? plainDialect
  const from = checkedOrigin(source, data, origin)
  // Each pass reads the values anew: a dataset that computes its columns on demand need not keep them.
  const known = data.names.map((name) => {
    const { column: _, ...found } = columnOf(source, data, name, from)
    return found
  })
  refuseInfinite(known)
  const headers = dialect.header ? data.names.flatMap((name) => headerOf(source, name, dialect)) : null
  refuseLacking(known, data, dialect)
  const file = { dialect, rows: data.rows, headers, otherLineEnds: source?.otherLineEnds ?? null }
  const columns = (): ColumnToWrite[] => known.map((found) => ({ ...found, column: data.column(found.name) }))
  const content = { [Symbol.iterator]: () => pieces({ ...file, columns: columns() }) }
  return source && dialect.widths ? joinLines(content, fixedColumns(source, data, dialect.widths)) : content
}

/**
 * Writes the text of `csvContent` as one string, which must be long enough.
 *
 * @param source - Source file of the data.
 * @param data - Records to write.
 * @param origin - Source record of each, as for `csvContent`.
 * @returns The whole text.
 * @throws LENGTH_MISMATCH and NOT_NUMERIC
 */
export function writeCsv(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): string {
  return Array.from(utf8Content(source, data, origin), (piece) => decoder.decode(piece)).join('')
}

function fixedColumns({ dataset }: CsvFile, data: Dataset, widths: readonly number[]): FixedColumn[] {
  return data.names.map((name) => {
    const width = widths[dataset.names.indexOf(name)]
    if (width !== undefined) return { name, width, isRight: data.column(name).kind === 'numeric' }
    const message = `column "${name}" is new, and has no width in a file of fixed width`
    throw new SdcError('BAD_OPTION', message, { column: name }, 'Name the output .csv, or leave the column out.')
  })
}

/** Refuses characters that the encoding of the file lacks; an unchanged column has none. */
function refuseLacking(
  known: readonly Omit<ColumnToWrite, 'column'>[],
  data: Dataset,
  { encoding }: Pick<CsvDialect, 'encoding'>,
): void {
  if (encoding === 'utf-8') return
  for (const { name, same } of known) {
    const column = same ? undefined : data.column(name)
    const levels = column?.kind === 'categorical' ? column.levels : []
    const letter = lackedBy([name, ...levels].join(''), encoding)
    if (letter !== undefined) throw lacking(letter, encoding, name)
  }
}

export interface FileToWrite {
  readonly dialect: CsvDialect
  readonly rows: number
  readonly columns: readonly ColumnToWrite[]
  /** Null if none are written. */
  readonly headers: readonly string[] | null
  readonly otherLineEnds: Uint8Array | null
  /** True if other records follow separately: the last one is then not the end of the file. */
  readonly goesOn?: boolean
}

/** Yields the bytes of a file, or of some of its records, piece by piece. */
export function* pieces(file: FileToWrite): Generator<Uint8Array, void> {
  const { rows, dialect } = file
  // A small file needs only a small buffer; a long cell enlarges it.
  const sink = byteSink(Math.min(PIECE + PIECE / 4, 256 + 16 * (rows + 1) * file.columns.length))
  const writers = file.columns.map(cellWriter)
  const ends = lineEnds(dialect)
  putText(sink, dialect.prefix)
  if (file.headers !== null) putHeader(sink, file.headers, rows === 0 ? ends.tail : ends.usual, dialect)
  for (let r = 0; r < rows;) {
    r = putRecords(sink, r, file, writers, ends)
    if (r === rows) break
    yield sink.bytes.subarray(0, sink.at)
    sink.at = 0
  }
  if (sink.at > 0) yield sink.bytes.subarray(0, sink.at)
}

interface LineEnds {
  readonly usual: Uint8Array
  readonly other: Uint8Array
  readonly tail: Uint8Array
  readonly separator: Uint8Array
}

function lineEnds({ newline, tail, separator }: CsvDialect): LineEnds {
  const other = newline === '\n' ? '\r\n' : '\n'
  return {
    usual: encoder.encode(newline),
    other: encoder.encode(other),
    tail: encoder.encode(tail),
    separator: encoder.encode(separator),
  }
}

function putHeader(sink: ByteSink, headers: readonly string[], lineEnd: Uint8Array, dialect: CsvDialect): void {
  let begin = sink.at
  for (const [j, header] of headers.entries()) {
    if (j > 0) putText(sink, dialect.separator)
    begin = sink.at
    putText(sink, header)
  }
  endRecord(sink, begin, lineEnd, dialect)
}

/** Writes records until the piece is full, or none is left; returns the next one. */
function putRecords(
  sink: ByteSink,
  from: number,
  { dialect, rows, otherLineEnds, goesOn = false }: FileToWrite,
  writers: readonly CellWriter[],
  { usual, other, tail, separator }: LineEnds,
): number {
  let r = from
  for (; r < rows && sink.at < PIECE; r++) {
    let begin = sink.at
    for (let j = 0; j < writers.length; j++) {
      if (j > 0) putBytes(sink, separator)
      begin = sink.at
      putCell(writers[j], sink, r)
    }
    const last = r === rows - 1
    // A blank line at the end of a file is not a record.
    if (last && !goesOn && writers.length === 1 && sink.at === begin) putText(sink, inQuotes('', dialect.quote))
    endRecord(sink, begin, last ? tail : hasBit(otherLineEnds, r) ? other : usual, dialect)
  }
  return r
}

/** An unquoted `\r` at the end of a record would be read as part of its line end. */
function endRecord(sink: ByteSink, begin: number, lineEnd: Uint8Array, { quote }: CsvDialect): void {
  if (sink.at > begin && sink.bytes[sink.at - 1] === CARRIAGE_RETURN && lineEnd[0] === LINE_FEED) {
    const cell = decoder.decode(sink.bytes.subarray(begin, sink.at))
    sink.at = begin
    putText(sink, inQuotes(cell, quote))
  }
  putBytes(sink, lineEnd)
}

function columnOf(source: CsvFile | undefined, data: Dataset, name: string, origin: Int32Array | null): ColumnToWrite {
  const held = source?.source.get(name)
  const before = source && held ? { column: source.dataset.column(name), source: held, origin } : null
  return columnToWrite(name, data.column(name), source?.dialect ?? plainDialect, before)
}

/** Header of a column; none for row names without one in the source. */
function headerOf(source: CsvFile | undefined, name: string, dialect: CsvDialect): readonly string[] {
  const held = source?.source.get(name)
  if (held === undefined) return [asNeeded(name, dialect)]
  return held.header === null ? [] : [held.header]
}

function checkedOrigin(source: CsvFile | undefined, data: Dataset, origin: Int32Array | undefined): Int32Array | null {
  const rows = data.rows
  for (const name of data.names) {
    const length = columnLength(data.column(name))
    if (length !== rows)
      throw new SdcError('LENGTH_MISMATCH', `column "${name}" has ${length} records of ${rows}`, { column: name })
  }
  if (!source) return null
  const inSource = source.dataset.rows
  if (!origin) {
    if (rows === inSource) return null
    const message = `there are ${rows} records to write, but the source has ${inSource}`
    throw new SdcError('LENGTH_MISMATCH', message, {}, "Pass the source's record of each (origin).")
  }
  if (origin.length !== rows)
    throw new SdcError('LENGTH_MISMATCH', `origin has ${origin.length} entries, but the data have ${rows} records`)
  const beyond = origin.findIndex((record) => record >= inSource)
  if (beyond < 0) return origin
  throw new SdcError(
    'LENGTH_MISMATCH',
    `record ${beyond + 1} has the origin ${origin[beyond] + 1}, but the source has ${inSource} records`,
    { row: beyond + 1 },
  )
}
