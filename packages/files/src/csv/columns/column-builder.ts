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

/** Takes the cells of one column in the order of their records. */
export interface ColumnBuilder {
  /** A cell whose text, without its quotes, is bytes[from … to). */
  add(record: number, bytes: Uint8Array, from: number, to: number, quoted: boolean): void
  /** The cell of this record stands in quotes, with blanks behind them perhaps. */
  quote(record: number, trailing: string | undefined): void
  /** Makes room for so many records. */
  grow(capacity: number): void
  finish(records: number): BuiltColumn
}

export interface BuiltColumn {
  readonly column: Column
  readonly source: Omit<ColumnSource, 'header' | 'newMissing'>
  /** What its numbers say of the decimal mark. */
  readonly marks: MarksSeen
  /** False if its schema says that it has categories. */
  readonly mayBeNumeric: boolean
  /** In a column that is declared numeric: the error about its first text, which other texts may show to be a number. */
  readonly problem?: SdcError | undefined
}

/** What the numbers of a column say of the decimal mark, up to the first that settles it. */
export interface MarksSeen {
  readonly decimals: boolean
  /** True if some number from 1000 on has no mark. */
  readonly unmarked: boolean
  /** The first number that may be a thousand. */
  readonly either: { readonly text: string; readonly line: number } | undefined
}

export interface ColumnSpec {
  readonly name: string
  readonly schema: ColumnSchema
  readonly missing: readonly string[]
  readonly decimal: DecimalMark
  readonly marks: Marks
  readonly reader: NumberReader
  /** Where the columns keep what the loop over plain cells needs, and which of them this is. */
  readonly plain: PlainColumns
  readonly index: number
  /** Records that there is room for. */
  readonly capacity: number
  readonly file: string | undefined
  /** The line of the cell that is being added. */
  line(): number
  /** Refuses bytes that are no text, and looks at what a new text says of the file. */
  check(bytes: Uint8Array, from: number, to: number): void
}

/**
 * A column begins as numbers, whose texts are kept only where they are not those of their value, and becomes
 * categories at the first cell that is no number: the texts before it can be had back, so no second reading is needed. Blanks around
 * a cell (`a, b`) are no part of its value; they are kept with its text, which is written back as it was.
 *
 * @param spec - What is known of the column.
 * @returns What takes its cells. It throws NOT_NUMERIC where the schema says numeric and a cell is not, BAD_PLAN for a value
 * outside the schema's levels.
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
  /** Texts of numbers among the exceptions, and at how many the decimals are looked at again. */
  let odd = 0
  let nextLook = 8
  let firstMissing = -1
  let firstQuoted = false
  let quotedBits: Uint8Array | null = null
  let notNumeric: string | undefined
  let refused: SdcError | undefined
  let either: MarksSeen['either']
  const time = timeOfSchema(schema)
  /** Days or seconds of the texts of a column of dates or times. */
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

  /** Number `which` of the missing texts; −1 for a number in the range. */
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

  /** Blanks around a number are of its text only. */
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

  /** True if another number of decimals would leave fewer exceptions; what came before is put right. */
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

  /** Blanks around a category are of its text only, unless the schema has the level with them. */
  function addLevel(record: number, bytes: Uint8Array, from: number, to: number): void {
    const [first, last] = withoutBlanks(bytes, from, to)
    if (to - from === last - first || (schema.levels && levels.find(bytes, from, to) >= 0)) {
      codes[record] = codeOf(bytes, from, to)
      return
    }
    codes[record] = codeOf(bytes, first, last)
    // A text may hold marks beyond ASCII, which stand as one byte each here.
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
    // Declared numeric, with texts that may be numbers so far.
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
      // Few exceptions are not worth a look at every number.
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

/** Adds the texts of cells that are not written as their values are. */
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

/** Where a text begins and ends without the blanks and tabs around it. */
function withoutBlanks(bytes: Uint8Array, from: number, to: number): readonly [first: number, last: number] {
  let [first, last] = [from, to]
  while (first < last && (bytes[first] === 32 || bytes[first] === 9)) first++
  while (last > first && (bytes[last - 1] === 32 || bytes[last - 1] === 9)) last--
  return [first, last]
}

/** The values of texts that are numbers and mean missing: a cell of such a value needs a closer look. */
function guardOf(missing: readonly string[], reader: NumberReader, marks: Marks): Float64Array | null {
  const values = missing.flatMap((text) => {
    const bytes = marks.encode(text)
    return reader.read(bytes, 0, bytes.length) ? [reader.number.value] : []
  })
  return values.length > 0 ? Float64Array.from(values) : null
}

/** Without the room that was not needed: pages that nothing was written to take no memory, so that little is left as it is. */
function fitted<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (array.length === length) return array
  return (array.length - length > length / 8 ? array.slice(0, length) : array.subarray(0, length)) as T
}
