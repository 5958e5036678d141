import type { Column, SdcError } from '@sdc/core'
import type { ColumnSource, ColumnTime } from '../csv-file.js'
import { packedText, type PackedText } from '../text/packed-text.js'
import { formatOfTime } from '../times/time-columns.js'

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

type Source = BuiltColumn['source']

/** Returns a numeric column. */
export function builtNumbers(values: Float64Array, source: Source, marks: MarksSeen): BuiltColumn {
  return { column: { kind: 'numeric', values }, source, marks, mayBeNumeric: true }
}

/**
 * Returns a column of dates or times.
 *
 * @param codes - Code of the text of each record; −1 if missing.
 * @param texts - The texts.
 * @param moments - Days or seconds of each text.
 * @param time - Kind and form of the column.
 * @param source - Facts about its texts.
 * @param marks - Evidence for the decimal mark.
 * @returns The column; texts that differ from the printed form are exceptions.
 */
export function builtTimes(
  codes: Int32Array,
  texts: readonly string[],
  moments: readonly number[],
  time: ColumnTime,
  source: Source,
  marks: MarksSeen,
): BuiltColumn {
  const { print } = formatOfTime(time)
  const isPlain = moments.map((moment, code) => print(moment) === texts[code])
  const exceptions = isPlain.includes(false)
    ? withTextsOf(codes, source.exceptions, (code) => (isPlain[code] ? undefined : texts[code]))
    : source.exceptions
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : moments[code]))
  return {
    column: { kind: 'numeric', values, time: time.kind },
    source: { ...source, exceptions, time },
    marks,
    mayBeNumeric: true,
  }
}

/** Adds the texts of cells that differ from the text of their value. */
function withTextsOf(
  codes: Int32Array,
  exceptions: PackedText,
  textOf: (code: number) => string | undefined,
): PackedText {
  const all = packedText()
  for (let r = 0; r < codes.length; r++) {
    const text = exceptions.get(r) ?? (codes[r] < 0 ? undefined : textOf(codes[r]))
    if (text !== undefined) all.push(r, text)
  }
  return all
}
