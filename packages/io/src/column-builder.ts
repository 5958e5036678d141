import { SdcError, type Column } from '@sdc/core'
import { bitSet, setBit } from './bits.js'
import type { ColumnSchema, ColumnSource } from './csv-file.js'
import { isShortest, markUse, numberOf, numberProblem, numberText, type DecimalMark } from './number-text.js'
import { packedText, type PackedText } from './text/packed-text.js'
import { detached } from './text/detached.js'

/** Takes the cells of one column in the order of their records. */
export interface ColumnBuilder {
  add(record: number, text: string, quoted: boolean, trailing: string | undefined): void
  finish(records: number): BuiltColumn
}

export interface BuiltColumn {
  readonly column: Column
  readonly source: Omit<ColumnSource, 'header' | 'newMissing'>
  /** What its numbers say of the decimal mark. */
  readonly marks: MarksSeen
}

/** What the numbers of a column say of the decimal mark, up to the first that settles it. */
export interface MarksSeen {
  readonly decimals: boolean
  /** Whether some number from 1000 on has no mark. */
  readonly unmarked: boolean
  /** The first number that may be a thousand. */
  readonly either: { readonly text: string; readonly line: number } | undefined
}

export interface ColumnSpec {
  readonly name: string
  readonly schema: ColumnSchema
  readonly missing: readonly string[]
  readonly mark: DecimalMark
  /** No more records than this. */
  readonly capacity: number
  readonly file: string | undefined
  /** The line of the cell that is being added. */
  line(): number
}

/**
 * A column begins as numbers, whose texts are kept only where they are not the shortest of their value, and becomes
 * categories at the first cell that is no number: the texts before it can be had back, so no second reading is needed.
 * Throws NOT_NUMERIC where the schema says numeric and a cell is not, BAD_PLAN for a value outside the schema's levels.
 */
export function columnBuilder(spec: ColumnSpec): ColumnBuilder {
  const { schema, mark, capacity } = spec
  const missing = new Set(spec.missing)
  const longestMissing = Math.max(-1, ...spec.missing.map((text) => text.length))
  const levels = new Map((schema.levels ?? []).map((level, code) => [level, code]))
  const trailingOf = new Map<number, string>()
  let values = new Float64Array(0)
  let codes = new Int32Array(0)
  let exceptions = packedText()
  let firstMissing: ColumnSource['missing'] = null
  let quotedBits: Uint8Array | null = null
  let notNumeric: string | undefined
  let decimals = false
  let unmarked = false
  let either: MarksSeen['either']
  let asNumbers = !saysCategorical(schema)
  if (asNumbers) values = new Float64Array(capacity)
  else codes = new Int32Array(capacity)

  function addMissing(record: number, text: string, quoted: boolean): void {
    if (asNumbers) values[record] = Number.NaN
    else codes[record] = -1
    if (!firstMissing) firstMissing = { text: detached(text), quoted }
    else if (text !== firstMissing.text) exceptions.push(record, text)
  }

  function addNumber(record: number, text: string): boolean {
    if (isShortest(text, mark)) {
      values[record] = numberOf(text, mark)
      if (!decimals) lookAtMark(text)
      return true
    }
    const problem = numberProblem(text, mark)
    if (problem !== null) {
      refuseText(problem)
      notNumeric = `line ${spec.line()}: ${problem}`
      becomeCategories(record)
      return false
    }
    values[record] = numberOf(text, mark)
    if (numberText(values[record], mark) !== text) exceptions.push(record, text)
    if (!decimals) lookAtMark(text)
    return true
  }

  function lookAtMark(text: string): void {
    const said = markUse(text, mark)
    if (said === 'decimals') decimals = true
    else if (said === 'unmarked') unmarked = true
    else if (said === 'either') either ??= { text: detached(text), line: spec.line() }
  }

  function refuseText(problem: string): void {
    if (schema.kind !== 'numeric') return
    const place = { column: spec.name, line: spec.line(), file: spec.file }
    const advice = 'Correct the cell, name its text as a missing value, or declare the column categorical.'
    throw new SdcError('NOT_NUMERIC', `line ${place.line}, column "${spec.name}": ${problem}`, place, advice)
  }

  function becomeCategories(records: number): void {
    asNumbers = false
    codes = new Int32Array(capacity)
    const before: PackedText = exceptions
    exceptions = packedText()
    for (let i = 0; i < records; i++) {
      const text = before.get(i)
      if (!Number.isNaN(values[i])) codes[i] = codeOf(text ?? numberText(values[i], mark))
      else {
        codes[i] = -1
        if (text !== undefined) exceptions.push(i, text)
      }
    }
    values = new Float64Array(0)
  }

  function codeOf(text: string): number {
    const known = levels.get(text)
    if (known !== undefined) return known
    if (schema.levels) {
      const place = { column: spec.name, line: spec.line(), file: spec.file }
      const message = `line ${place.line}, column "${spec.name}": ${JSON.stringify(text)} is not one of its levels`
      throw new SdcError('BAD_PLAN', message, place, 'Add it to the levels of the schema, or to its missing values.')
    }
    levels.set(detached(text), levels.size)
    return levels.size - 1
  }

  return {
    add(record, text, quoted, trailing) {
      if (text.length <= longestMissing && missing.has(text)) addMissing(record, text, quoted)
      else if (!asNumbers || !addNumber(record, text)) codes[record] = codeOf(text)
      if (!quoted) return
      setBit((quotedBits ??= bitSet(capacity)), record)
      if (trailing !== undefined) trailingOf.set(record, detached(trailing))
    },
    finish(records) {
      const source = { missing: firstMissing, decimals: -1, exceptions, quoted: quotedBits, trailing: trailingOf }
      if (asNumbers) {
        const column = { kind: 'numeric', values: fitted(values, records) } as const
        return { column, source, marks: { decimals, unmarked, either } }
      }
      const ordered = schema.ordered ?? false
      const column = {
        kind: 'categorical',
        codes: fitted(codes, records),
        levels: [...levels.keys()],
        ordered,
        notNumeric,
        ...(schema.taxonomy && { taxonomy: schema.taxonomy }),
      } as const
      return { column, source, marks: { decimals, unmarked, either: undefined } }
    },
  }
}

function saysCategorical({ kind, levels, taxonomy }: ColumnSchema): boolean {
  return kind === 'categorical' || levels !== undefined || taxonomy !== undefined
}

function fitted<T extends Float64Array | Int32Array>(array: T, length: number): T {
  return (array.length === length ? array : array.slice(0, length)) as T
}
