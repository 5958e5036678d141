import { SdcError } from '@sdc/core'
import { bitSet, setBit } from '../bits.js'
import type { Marks } from '../bytes/marks.js'
import type { ColumnSchema } from '../csv-file.js'
import type { NumberReader } from '../decimal/read-number.js'
import { decimalText, markUse, numberProblem, type DecimalMark } from '../number-text.js'
import { levelTable } from '../text/level-table.js'
import { packedText } from '../text/packed-text.js'
import { textsAsStrings } from '../text/texts-as-strings.js'
import { builtNumbers, builtTimes, type BuiltColumn, type MarksSeen } from './built-column.js'
import { bestDecimals, LOOKED_AT, withDecimals } from './column-decimals.js'
import { saysCategorical } from '../column-schema.js'
import { timeNumber, timeOfSchema } from '../times/time-columns.js'
import { missingTexts } from './missing-texts.js'
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
  const missing = missingTexts(spec.missing, marks)
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
    plain.guarded[index] = missing.guard(reader)
    plain.low[index] = low
    plain.high[index] = high
  }

  function holdCodes(array: Int32Array<ArrayBuffer>): void {
    codes = array
    plain.codes[index] = array
    plain.kind[index] = CATEGORIES
  }

  function isInRange(bytes: Uint8Array, from: number, to: number): boolean {
    if (schema.missingRange === undefined || !reader.read(bytes, from, to)) return false
    return reader.number.value >= low && reader.number.value <= high
  }

  /** Adds the missing text number `which`; −1 for a number in the range. */
  function addMissing(record: number, which: number, quoted: boolean, written: Uint8Array): void {
    if (asNumbers) values[record] = Number.NaN
    else codes[record] = -1
    if (which < 0 || written.length > missing.bytes[which].length)
      exceptions.pushBytes(record, written, 0, written.length)
    else if (firstMissing < 0) {
      firstMissing = which
      firstQuoted = quoted
      plain.emptyIsMissing[index] = missing.texts[which] === '' ? 1 : 0
    } else if (which !== firstMissing) exceptions.push(record, missing.texts[which])
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
      let which = missing.find(bytes, from, to)
      if (which < 0 && last - first < to - from) which = missing.find(bytes, first, last)
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
      const text = firstMissing < 0 ? null : { text: missing.texts[firstMissing], quoted: firstQuoted }
      const source = { missing: text, decimals, exceptions, quoted: quotedBits, trailing: trailingOf }
      const seen = { decimals: plain.hasDecimals[index] === 1, unmarked: plain.unmarked[index] === 1, either }
      if (asNumbers) return builtNumbers(fitted(values, records), source, seen)
      const texts = (): string[] => textsAsStrings(levels.texts, marks)
      if (time) return builtTimes(codes.subarray(0, records), texts(), moments, time, source, seen)
      return {
        column: {
          kind: 'categorical',
          codes: fitted(codes, records),
          levels: schema.levels ? [...schema.levels] : texts(),
          ordered: schema.ordered ?? false,
          notNumeric,
          ...(schema.taxonomy && { taxonomy: schema.taxonomy }),
        },
        source,
        marks: { ...seen, either: undefined },
        mayBeNumeric: !saysCategorical(schema),
        problem: refused,
      }
    },
  }
}

/** Start and end of a text without surrounding blanks and tabs. */
function withoutBlanks(bytes: Uint8Array, from: number, to: number): readonly [first: number, last: number] {
  let [first, last] = [from, to]
  while (first < last && (bytes[first] === 32 || bytes[first] === 9)) first++
  while (last > first && (bytes[last - 1] === 32 || bytes[last - 1] === 9)) last--
  return [first, last]
}

/** Trims unused room. Untouched pages take no memory, so a small excess is kept. */
function fitted<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (array.length === length) return array
  return (array.length - length > length / 8 ? array.slice(0, length) : array.subarray(0, length)) as T
}
