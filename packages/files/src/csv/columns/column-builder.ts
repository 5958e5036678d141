import { SdcError, type Column } from '@sdc/core'
import { bitSet, setBit } from '../bits.js'
import type { Marks } from '../bytes/marks.js'
import type { ColumnSchema, ColumnSource } from '../csv-file.js'
import type { NumberReader } from '../decimal/read-number.js'
import { decimalText, markUse, numberProblem, type DecimalMark } from '../number-text.js'
import { levelTable } from '../text/level-table.js'
import { packedText, type PackedText } from '../text/packed-text.js'
import { textsAsStrings } from '../text/texts-as-strings.js'
import { bestDecimals, LOOKED_AT, withDecimals } from './column-decimals.js'
import { saysCategorical } from '../column-schema.js'
import { formatOfTime, timeNumber, timeOfSchema } from '../times/time-columns.js'
import { mayBeWritten } from './written-numbers.js'
import { CATEGORIES, NUMBERS, type PlainColumns } from './plain-columns.js'

/** Receives the cells of one column in the order of their records. */
export interface ColumnBuilder {
  /** Adds a cell with the text bytes[from … to), without quotes. */
  add(record: number, bytes: Uint8Array, from: number, to: number, quoted: boolean): void
  /** Marks the cell of this record as quoted, with blanks after the quote if any. */
  quote(record: number, trailing: string | undefined): void
  /** Makes room for a number of records. */
  grow(capacity: number): void
  finish(records: number): BuiltColumn
}

export interface BuiltColumn {
  readonly column: Column
  readonly source: Omit<ColumnSource, 'header' | 'newMissing'>
  /** Evidence of its numbers for the decimal mark. */
  readonly marks: MarksSeen
  /** False if its schema makes it categorical. */
  readonly mayBeNumeric: boolean
  /** Error about the first text in a column declared numeric; later texts may show it to be a number. */
  readonly problem?: SdcError | undefined
}

/** Evidence of a column's numbers for the decimal mark, up to the first conclusive one. */
export interface MarksSeen {
  readonly decimals: boolean
  /** True if some number of 1000 or more has no mark. */
  readonly unmarked: boolean
  /** First number whose mark may separate thousands. */
  readonly either: { readonly text: string; readonly line: number } | undefined
}

export interface ColumnSpec {
  readonly name: string
  readonly schema: ColumnSchema
  readonly missing: readonly string[]
  readonly decimal: DecimalMark
  readonly marks: Marks
  readonly reader: NumberReader
  /** Shared state of all columns for the loop over plain cells, and the number of this one. */
  readonly plain: PlainColumns
  readonly index: number
  /** Number of records with allocated room. */
  readonly capacity: number
  readonly file: string | undefined
  /** Line of the current cell. */
  line(): number
  /** Refuses bytes that are not text, and examines a new text for evidence on the file. */
  check(bytes: Uint8Array, from: number, to: number): void
}

/**
 * Builds a column from its cells. A column starts as numeric and keeps only texts that differ from the text of their
 * value. It becomes categorical at the first cell that is not a number: earlier texts can be restored, so no second
 * reading is needed. Blanks around a cell (`a, b`) are not part of its value; they are kept with its text, which is
 * written back unchanged.
 *
 * @param spec - Known properties of the column.
 * @returns The builder. It throws NOT_NUMERIC if the schema is numeric and a cell is not, and BAD_PLAN for a value
 *   outside the schema's levels.
 */
export function columnBuilder(spec: ColumnSpec): ColumnBuilder {
  const { schema, decimal, marks, reader, plain, index } = spec
  const missing = [...new Set(spec.missing)]
  const missingBytes = missing.map(marks.encode)
  const longestMissing = Math.max(-1, ...missingBytes.map((text) => text.length))
  const [low, high] = schema.missingRange ?? [Number.NaN, Number.NaN]
  const trailingOf = new Map<number, string>()
  const levels = levelTable()
  for (const level of schema.levels ?? []) {
    const bytes = marks.encode(level)
    levels.find(bytes, 0, bytes.length)
    levels.add(bytes, 0, bytes.length)
  }
  let capacity = spec.capacity
  let values = new Float64Array(0)
  let codes = new Int32Array(0)
  let exceptions = packedText()
  let decimals = -1
  /** Texts of numbers among the exceptions, and their number at the next check of the decimals. */
  let odd = 0
  let nextLook = 8
  let firstMissing = -1
  let firstQuoted = false
  let quotedBits: Uint8Array | null = null
  let notNumeric: string | undefined
  let refused: SdcError | undefined
  let either: MarksSeen['either']
  const time = timeOfSchema(schema)
  /** Days or seconds for the texts of a column of dates or times. */
  const moments: number[] = []
  let asNumbers = !saysCategorical(schema) && time === undefined
  if (asNumbers) holdNumbers(new Float64Array(capacity))
  else holdCodes(new Int32Array(capacity))

  function holdNumbers(array: Float64Array<ArrayBuffer>): void {
    values = array
    plain.values[index] = array
    plain.kind[index] = NUMBERS
    plain.guarded[index] = guardOf(missing, reader, marks)
    plain.low[index] = low
    plain.high[index] = high
  }

  function holdCodes(array: Int32Array<ArrayBuffer>): void {
    codes = array
    plain.codes[index] = array
    plain.kind[index] = CATEGORIES
  }

  function missingOf(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    if (length > longestMissing) return -1
    for (let k = 0; k < missingBytes.length; k++) {
      const text = missingBytes[k]
      if (text.length !== length) continue
      let i = 0
      while (i < length && text[i] === bytes[from + i]) i++
      if (i === length) return k
    }
    return -1
  }

  function isInRange(bytes: Uint8Array, from: number, to: number): boolean {
    if (schema.missingRange === undefined || !reader.read(bytes, from, to)) return false
    return reader.number.value >= low && reader.number.value <= high
  }

  /** Adds the missing text number `which`; −1 for a number in the range. */
  function addMissing(record: number, which: number, quoted: boolean, written: Uint8Array): void {
    if (asNumbers) values[record] = Number.NaN
    else codes[record] = -1
    if (which < 0 || written.length > missingBytes[which].length)
      exceptions.pushBytes(record, written, 0, written.length)
    else if (firstMissing < 0) {
      firstMissing = which
      firstQuoted = quoted
      plain.emptyIsMissing[index] = missing[which] === '' ? 1 : 0
    } else if (which !== firstMissing) exceptions.push(record, missing[which])
  }

  /** Blanks around a number belong to its text only. */
  function addNumber(record: number, bytes: Uint8Array, from: number, to: number): boolean {
    const [first, last] = withoutBlanks(bytes, from, to)
    if (!reader.read(bytes, first, last)) return false
    const { number } = reader
    values[record] = number.value
    if (to - from > last - first) exceptions.pushBytes(record, bytes, from, to)
    else if (!reader.isText(decimals)) {
      exceptions.pushBytes(record, bytes, from, to)
      if (++odd === nextLook) lookAtDecimals(record + 1)
    }
    if (plain.looking && plain.hasDecimals[index] === 0) lookAtMark(marks.decode(bytes, first, last))
    return true
  }

  /** True if another number of decimals would leave fewer exceptions; earlier cells are corrected. */
  function lookAtDecimals(records: number): void {
    nextLook *= 8
    if (records > LOOKED_AT) return
    const best = bestDecimals(values, records, exceptions, decimals, decimal)
    if (best === decimals) return
    exceptions = withDecimals(values, records, exceptions, decimals, best, decimal)
    decimals = best
    plain.decimals[index] = best
  }

  function lookAtMark(text: string): void {
    const said = markUse(text, decimal)
    if (said === 'decimals') {
      plain.hasDecimals[index] = 1
      plain.looking = false
    } else if (said === 'unmarked') plain.unmarked[index] = 1
    else if (said === 'either') either ??= { text, line: spec.line() }
  }

  function refuseText(bytes: Uint8Array, from: number, to: number): void {
    spec.check(bytes, from, to)
    const text = marks.decode(bytes, from, to)
    const problem = numberProblem(text, decimal) ?? 'it is not a number'
    notNumeric ??= `line ${spec.line()}: ${problem}`
    if (schema.kind !== 'numeric') return
    const place = { column: spec.name, line: spec.line(), file: spec.file }
    const fix = 'Correct the cell, name its text as a missing value, or declare the column categorical.'
    const error = new SdcError('NOT_NUMERIC', `line ${place.line}, column "${spec.name}": ${problem}`, place, fix)
    if (!mayBeWritten(text.trim())) throw error
    refused ??= error
  }

  function becomeCategories(records: number): void {
    asNumbers = false
    holdCodes(new Int32Array(capacity))
    const before = exceptions
    exceptions = packedText()
    for (let i = 0; i < records; i++) {
      const kept = before.indexOf(i)
      if (kept >= 0) {
        const from = before.from(kept)
        if (Number.isNaN(values[i])) exceptions.pushBytes(i, before.block(kept), from, from + before.length(kept))
        else addLevel(i, before.block(kept), from, from + before.length(kept))
      } else if (!Number.isNaN(values[i])) {
        const text = marks.encode(decimalText(values[i], decimals, decimal))
        addLevel(i, text, 0, text.length)
      }
      if (Number.isNaN(values[i])) codes[i] = -1
    }
    decimals = -1
    values = new Float64Array(0)
    plain.values[index] = values
  }

  /** Blanks around a category belong to its text only, unless the schema has the level with them. */
  function addLevel(record: number, bytes: Uint8Array, from: number, to: number): void {
    const [first, last] = withoutBlanks(bytes, from, to)
    if (to - from === last - first || (schema.levels && levels.find(bytes, from, to) >= 0)) {
      codes[record] = codeOf(bytes, from, to)
      return
    }
    codes[record] = codeOf(bytes, first, last)
    // A text may contain marks beyond ASCII, which are one byte each here.
    if (marks.strange) exceptions.push(record, marks.decode(bytes, from, to))
    else exceptions.pushBytes(record, bytes, from, to)
  }

  function codeOf(bytes: Uint8Array, from: number, to: number): number {
    const known = levels.find(bytes, from, to)
    if (known >= 0) return known
    spec.check(bytes, from, to)
    if (schema.levels) {
      const text = marks.decode(bytes, from, to)
      const place = { column: spec.name, line: spec.line(), file: spec.file }
      const message = `line ${place.line}, column "${spec.name}": ${JSON.stringify(text)} is not one of its levels`
      throw new SdcError('BAD_PLAN', message, place, 'Add it to the levels of the schema, or to its missing values.')
    }
    if (time) {
      const place = { column: spec.name, line: spec.line(), file: spec.file }
      moments.push(timeNumber(marks.decode(bytes, from, to), time, `line ${place.line}`, place))
    }
    // Declared numeric, with texts that may still be numbers.
    if (refused && !reader.read(bytes, from, to)) refuseText(bytes, from, to)
    return levels.add(bytes, from, to)
  }

  return {
    add(record, bytes, from, to, quoted) {
      const [first, last] = withoutBlanks(bytes, from, to)
      let which = missingOf(bytes, from, to)
      if (which < 0 && last - first < to - from) which = missingOf(bytes, first, last)
      if (which >= 0 || isInRange(bytes, first, last)) addMissing(record, which, quoted, bytes.subarray(from, to))
      else if (!asNumbers) addLevel(record, bytes, from, to)
      else if (!addNumber(record, bytes, from, to)) {
        refuseText(bytes, from, to)
        becomeCategories(record)
        addLevel(record, bytes, from, to)
      }
    },
    quote(record, trailing) {
      setBit((quotedBits ??= bitSet(capacity)), record)
      if (trailing !== undefined) trailingOf.set(record, trailing)
    },
    grow(larger) {
      capacity = larger
      if (asNumbers) {
        const array = new Float64Array(larger)
        array.set(values)
        holdNumbers(array)
      } else {
        const array = new Int32Array(larger)
        array.set(codes)
        holdCodes(array)
      }
      if (quotedBits === null) return
      const bits = bitSet(larger)
      bits.set(quotedBits)
      quotedBits = bits
    },
    finish(records) {
      // Few exceptions are not worth another pass over all numbers.
      if (asNumbers && exceptions.size > records / 64) lookAtDecimals(records)
      const missingText = firstMissing < 0 ? null : { text: missing[firstMissing], quoted: firstQuoted }
      const source = { missing: missingText, decimals, exceptions, quoted: quotedBits, trailing: trailingOf }
      const seen = { decimals: plain.hasDecimals[index] === 1, unmarked: plain.unmarked[index] === 1 }
      if (asNumbers) {
        const column = { kind: 'numeric', values: fitted(values, records) } as const
        return { column, source, marks: { ...seen, either }, mayBeNumeric: true }
      }
      if (time) {
        const texts = textsAsStrings(levels.texts, marks)
        const { print } = formatOfTime(time)
        const isPlain = moments.map((moment, code) => print(moment) === texts[code])
        const values = Float64Array.from(codes.subarray(0, records), (code) => (code < 0 ? Number.NaN : moments[code]))
        const allPlain = !isPlain.includes(false)
        const kept = allPlain
          ? exceptions
          : withTextsOf(codes, records, exceptions, (code) => (isPlain[code] ? undefined : texts[code]))
        const written = { ...source, exceptions: kept, time }
        return {
          column: { kind: 'numeric', values, time: time.kind },
          source: written,
          marks: { ...seen, either },
          mayBeNumeric: true,
        }
      }
      const column = {
        kind: 'categorical',
        codes: fitted(codes, records),
        levels: schema.levels ? [...schema.levels] : textsAsStrings(levels.texts, marks),
        ordered: schema.ordered ?? false,
        notNumeric,
        ...(schema.taxonomy && { taxonomy: schema.taxonomy }),
      } as const
      const mayBeNumeric = !saysCategorical(schema)
      return { column, source, marks: { ...seen, either: undefined }, mayBeNumeric, problem: refused }
    },
  }
}

/** Adds the texts of cells that differ from the text of their value. */
function withTextsOf(
  codes: Int32Array,
  records: number,
  exceptions: PackedText,
  textOf: (code: number) => string | undefined,
): PackedText {
  const all = packedText()
  for (let r = 0; r < records; r++) {
    const text = exceptions.get(r) ?? (codes[r] < 0 ? undefined : textOf(codes[r]))
    if (text !== undefined) all.push(r, text)
  }
  return all
}

/** Start and end of a text without surrounding blanks and tabs. */
function withoutBlanks(bytes: Uint8Array, from: number, to: number): readonly [first: number, last: number] {
  let [first, last] = [from, to]
  while (first < last && (bytes[first] === 32 || bytes[first] === 9)) first++
  while (last > first && (bytes[last - 1] === 32 || bytes[last - 1] === 9)) last--
  return [first, last]
}

/** Values of texts that are numbers and mean missing: a cell with such a value needs a closer look. */
function guardOf(missing: readonly string[], reader: NumberReader, marks: Marks): Float64Array | null {
  const values = missing.flatMap((text) => {
    const bytes = marks.encode(text)
    return reader.read(bytes, 0, bytes.length) ? [reader.number.value] : []
  })
  return values.length > 0 ? Float64Array.from(values) : null
}

/** Trims unused room. Untouched pages take no memory, so a small excess is kept. */
function fitted<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (array.length === length) return array
  return (array.length - length > length / 8 ? array.slice(0, length) : array.subarray(0, length)) as T
}
