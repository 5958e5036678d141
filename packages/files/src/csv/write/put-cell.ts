import type { Column } from '@sdc/core'
import { hasBit } from '../bits.js'
import type { Before, ColumnToWrite } from '../cells.js'
import type { ColumnSource } from '../csv-file.js'
import { groupedTexts } from '../columns/written-numbers.js'
import { decimalText } from '../number-text.js'
import { timesAsTexts } from '../times/time-columns.js'
import { isMissing } from '../unchanged.js'
import { byteSink, putBytes, type ByteSink } from './byte-sink.js'
import { levelTexts, putLevel, putWithQuoting, type LevelTexts, type Quoting } from './level-texts.js'
import { numberForm, putNumber, type NumberForm } from './put-number.js'
import { marksOf, putMark, putQuoted, putText, type Marks } from './put-text.js'

/** State of one column while its cells are written; all have one shape, so that the loop over them is compiled once. */
export interface CellWriter {
  readonly numeric: boolean
  readonly values: Float64Array
  readonly codes: Int32Array
  readonly marks: Marks
  readonly form: NumberForm
  /** True if a number may contain a separator or a quote (a decimal comma between commas): it is then searched for. */
  readonly odd: boolean
  /** Quoting of a value. */
  readonly quoting: Quoting
  readonly levels: LevelTexts
  /** Text of a missing cell. */
  readonly missing: Uint8Array
  /** Source texts of single cells; of missing ones only in a changed column. Null if there are none. */
  readonly texts: SourceTexts | null
  /** True if the source texts apply to all cells. */
  readonly bySource: boolean
}

interface SourceTexts {
  readonly before: Before
  readonly source: ColumnSource
  readonly quotedLevels: LevelTexts
  readonly missing: Uint8Array
  readonly quotedMissing: Uint8Array
  readonly count: number
  /** The next exception and its record, if records are in order. */
  next: number
  nextRecord: number
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
// Shared by all columns: a file may have thousands.
const noValues = new Float64Array()
const noCodes = new Int32Array()
const noBytes = new Uint8Array()

/** Characters of numbers except the decimal mark. */
const inNumbers = '0123456789+-e'

/**
 * Prepares the writer of a column.
 *
 * @param given - The column; dates, times and numbers with groups of digits are written as their texts.
 * @returns State for `putCell`.
 */
export function cellWriter(given: ColumnToWrite): CellWriter {
  const what = { ...given, column: withTexts(given) }
  const { column, dialect, before, same } = what
  const marks = marksOf(dialect)
  const quoting = same ? 'plain' : what.allQuoted ? 'quoted' : 'needed'
  const numeric = column.kind === 'numeric'
  const values = numeric ? column.values : noValues
  const codes = numeric ? noCodes : column.codes
  const levels = numeric ? [] : column.levels
  const odd = [dialect.separator, dialect.quote].some((mark) => inNumbers.includes(mark) || mark === dialect.decimal)
  const texts = before && (same ? hasTexts(before.source) : what.keepsMissing) ? sourceTexts(what, before, marks) : null
  return {
    numeric,
    values,
    codes,
    marks,
    form: numberForm(same && before ? before.source.decimals : -1, dialect.decimal, values),
    odd,
    quoting,
    levels: levelTexts(levels, quoting, marks, codes.length),
    missing: newMissing(what, marks),
    texts,
    bySource: same && texts !== null,
  }
}

/** Converts dates, times and numbers with groups of digits to their texts. */
function withTexts({ name, column, before, same, dialect }: ColumnToWrite): Column {
  const { time, grouping } = before?.source ?? {}
  if (column.kind !== 'numeric') return column
  if (time !== undefined) return timesAsTexts(column, time, name)
  if (grouping === undefined || same) return column
  return groupedTexts(column, grouping, dialect.decimal) ?? column
}

function hasTexts({ exceptions, quoted }: ColumnSource): boolean {
  return exceptions.size > 0 || quoted !== null
}

function sourceTexts({ column, same }: ColumnToWrite, before: Before, marks: Marks): SourceTexts {
  const { source } = before
  const levels = same && column.kind === 'categorical' && source.quoted !== null ? column : null
  const missing = source.missing?.text ?? ''
  return {
    before,
    source,
    quotedLevels: levelTexts(levels?.levels ?? [], 'quoted', marks, levels?.codes.length ?? 0),
    missing: encoded(missing, 'plain', marks),
    quotedMissing: encoded(missing, 'quoted', marks),
    count: source.exceptions.size,
    next: 0,
    nextRecord: recordOf(source, 0),
  }
}

/** Text of a cell that became missing; in an unchanged column without exceptions, of any missing one. */
function newMissing({ before, dialect, same }: ColumnToWrite, marks: Marks): Uint8Array {
  if (!before) return encoded(dialect.missing, 'needed', marks)
  if (same) return encoded(before.source.missing?.text ?? '', 'plain', marks)
  const { text, quoted } = before.source.newMissing
  return encoded(text, quoted ? 'quoted' : 'needed', marks)
}

function encoded(text: string, quoting: Quoting, marks: Marks): Uint8Array {
  if (text === '' && quoting !== 'quoted') return noBytes
  const sink = byteSink(0)
  putWithQuoting(sink, text, quoting, marks)
  return sink.bytes.slice(0, sink.at)
}

/**
 * Writes the cell of a record.
 *
 * @param writer - State of its column.
 * @param sink - Target.
 * @param r - The record.
 */
export function putCell(writer: CellWriter, sink: ByteSink, r: number): void {
  if (writer.bySource) putSourceCell(writer, sink, r)
  else if (writer.numeric) {
    const value = writer.values[r]
    if (value !== value) putMissing(writer, sink, r)
    else putValue(writer, sink, value, writer.quoting)
  } else {
    const code = writer.codes[r]
    if (code < 0) putMissing(writer, sink, r)
    else putLevel(sink, writer.levels, code)
  }
}

function putValue(writer: CellWriter, sink: ByteSink, value: number, quoting: Quoting): void {
  if (quoting === 'plain' || (quoting === 'needed' && !writer.odd)) putNumber(sink, value, writer.form)
  else if (writer.odd)
    putWithQuoting(
      sink,
      decimalText(value, writer.form.exactly ? writer.form.decimals : -1, writer.form.mark),
      quoting,
      writer.marks,
    )
  else {
    putMark(sink, writer.marks.quote)
    putNumber(sink, value, writer.form)
    putMark(sink, writer.marks.quote)
  }
}

/** Writes a cell of the source unchanged. */
function putSourceCell(writer: CellWriter, sink: ByteSink, r: number): void {
  const texts = writer.texts as SourceTexts
  const { source, before } = texts
  const record = before.origin === null ? r : before.origin[r]
  const quoted = hasBit(source.quoted, record)
  const exception = exceptionOf(texts, record)
  if (exception >= 0) putException(sink, source, exception, quoted, writer.marks)
  else if (writer.numeric) {
    const value = writer.values[r]
    if (value !== value) putBytes(sink, quoted ? texts.quotedMissing : texts.missing)
    else putValue(writer, sink, value, quoted ? 'quoted' : 'plain')
  } else {
    const code = writer.codes[r]
    if (code < 0) putBytes(sink, quoted ? texts.quotedMissing : texts.missing)
    else putLevel(sink, quoted ? texts.quotedLevels : writer.levels, code)
  }
  if (quoted) putTrailing(sink, source, record)
}

function putMissing({ missing, texts, marks }: CellWriter, sink: ByteSink, r: number): void {
  if (texts === null) {
    putBytes(sink, missing)
    return
  }
  const { before, source } = texts
  const record = before.origin === null ? r : before.origin[r]
  if (record < 0 || !isMissing(before.column, record)) {
    putBytes(sink, missing)
    return
  }
  const quoted = hasBit(source.quoted, record)
  const exception = exceptionOf(texts, record)
  if (exception >= 0) putException(sink, source, exception, quoted, marks)
  else putBytes(sink, quoted ? texts.quotedMissing : texts.missing)
  if (quoted) putTrailing(sink, source, record)
}

/** Index of a record's exception, −1 if there is none. If records are in order, so are the exceptions. */
function exceptionOf(texts: SourceTexts, record: number): number {
  if (texts.before.origin !== null) return texts.count === 0 ? -1 : texts.source.exceptions.indexOf(record)
  while (texts.nextRecord < record) {
    texts.next++
    texts.nextRecord = recordOf(texts.source, texts.next)
  }
  return texts.nextRecord === record ? texts.next : -1
}

function recordOf({ exceptions }: ColumnSource, i: number): number {
  return i < exceptions.size ? exceptions.recordAt(i) : Infinity
}

function putException(sink: ByteSink, { exceptions }: ColumnSource, i: number, quoted: boolean, marks: Marks): void {
  const block = exceptions.block(i)
  const from = exceptions.from(i)
  const to = from + exceptions.length(i)
  if (quoted) putQuoted(sink, decoder.decode(block.subarray(from, to)), marks)
  else putBytes(sink, block, from, to)
}

function putTrailing(sink: ByteSink, { trailing }: ColumnSource, record: number): void {
  if (trailing.size === 0) return
  const text = trailing.get(record)
  if (text !== undefined) putText(sink, text)
}
