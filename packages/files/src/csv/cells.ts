import { SdcError, type Column, type MissingKinds } from '@sdc/core'
import { hasBit } from './bits.js'
import type { ColumnSource, CsvDialect } from './csv-file.js'
import { packedText } from './text/packed-text.js'
import { isMissing, unchanged } from './unchanged.js'

/** A column of the source, and the source record of every output record (null: the same). */
export interface Before {
  readonly column: Column
  readonly source: ColumnSource
  readonly origin: Int32Array | null
}

/** A column to write, with the form of its cells. */
export interface ColumnToWrite {
  readonly name: string
  readonly column: Column
  readonly dialect: CsvDialect
  /** Its column of the source, if it has one. */
  readonly before: Before | null
  /** True if it has the source's values throughout: its cells are then written unchanged. */
  readonly same: boolean
  /** First record with an infinite value; Infinity if there is none. */
  readonly infinite: number
  /** True if all cells of a changed column are quoted, because all of them were. */
  readonly allQuoted: boolean
  /** True if a cell that was missing keeps its text: a file may have several codes (refused, not applicable). */
  readonly keepsMissing: boolean
}

/**
 * Determines how the cells of a column are written.
 *
 * An unchanged column is written as in the source. In a changed column, the form of a cell depends on its value and on
 * the whole column, never on a change of this cell. It uses no text or quotes of the source, but quotes all cells if
 * all were quoted. Missing cells keep their text, and new ones get `newMissing`. If missing cells were moved (one that
 * was missing has a value now), all get `newMissing`.
 *
 * @param name - Name of the column.
 * @param column - Its values.
 * @param dialect - Dialect of the file.
 * @param before - Its column of the source, if it has one.
 * @returns The column with the form of its cells. O(records).
 */
export function columnToWrite(name: string, column: Column, dialect: CsvDialect, before: Before | null): ColumnToWrite {
  const same = before !== null && unchanged(before.column, column, before.origin)
  const changed = same ? null : before
  const kinds = changed?.origin?.includes(-1) === true ? column.missingKinds : undefined
  return {
    name,
    column,
    dialect,
    before: changed && kinds ? withOwnKinds(changed, column, kinds) : before,
    same,
    infinite: same ? Infinity : firstInfinite(column),
    allQuoted: changed !== null && allQuoted(changed),
    keepsMissing: changed !== null && (kinds !== undefined || !missingMoved(column, changed)),
  }
}

/** Returns a source with the missing cells of a column of new records, each with the text of its kind. */
function withOwnKinds({ source }: Before, column: Column, { texts, of }: MissingKinds): Before {
  const exceptions = packedText()
  of.forEach((kind, r) => {
    if (kind >= 0 && isMissing(column, r)) exceptions.push(r, texts[kind])
  })
  return { column, source: { ...source, exceptions, missing: source.newMissing }, origin: null }
}

function firstInfinite(column: Column): number {
  if (column.kind !== 'numeric') return Infinity
  const { values } = column
  for (let r = 0; r < values.length; r++) if (Math.abs(values[r]) === Infinity) return r
  return Infinity
}

/**
 * Refuses values that have no text.
 *
 * @param columns - Columns to write.
 * @throws NOT_NUMERIC for the first record with an infinite value
 */
export function refuseInfinite(columns: readonly Pick<ColumnToWrite, 'name' | 'infinite'>[]): void {
  const first = columns.reduce((least, { infinite }) => Math.min(least, infinite), Infinity)
  const column = columns.find(({ infinite }) => infinite === first)?.name
  if (first === Infinity || column === undefined) return
  const place = { column, row: first + 1 }
  throw new SdcError('NOT_NUMERIC', `column "${column}" is infinite in record ${first + 1}`, place)
}

function missingMoved(column: Column, { column: was, origin }: Before): boolean {
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let r = 0; r < rows; r++) {
    const came = origin === null ? r : origin[r]
    if (came >= 0 && isMissing(was, came) && !isMissing(column, r)) return true
  }
  return false
}

/**
 * Returns the text of a missing cell, without quotes: that of its record if the column keeps them, else that of new
 * ones.
 *
 * @param what - The column.
 * @param r - A record without a value.
 * @returns The text, with surrounding blanks.
 */
export function missingText({ before, same, keepsMissing, dialect }: ColumnToWrite, r: number): string {
  if (before === null) return dialect.missing
  const { source, column, origin } = before
  const record = origin === null ? r : origin[r]
  if ((same || keepsMissing) && record >= 0 && isMissing(column, record))
    return source.exceptions.get(record) ?? source.missing?.text ?? ''
  return source.newMissing.text
}

function allQuoted({ column, source }: Before): boolean {
  return source.quoted !== null && isQuotedThroughout(column, source)
}

/** True if every cell with a value has quotes. */
export function isQuotedThroughout(column: Column, source: Pick<ColumnSource, 'quoted'>): boolean {
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let i = 0; i < rows; i++) if (!hasBit(source.quoted, i) && !isMissing(column, i)) return false
  return true
}
