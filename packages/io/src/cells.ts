import { SdcError, type Column } from '@sdc/core'
import { hasBit } from './bits.js'
import type { ColumnSource, CsvDialect } from './csv-file.js'
import { decimalText, numberText } from './number-text.js'
import { asNeeded, inQuotes } from './quoting.js'
import { isMissing } from './unchanged.js'

/** The text of output record r as it stands in the file. */
export type CellText = (r: number) => string

/** A column of the source, and the source's record of every output record (null: the same). */
export interface Before {
  readonly column: Column
  readonly source: ColumnSource
  readonly origin: Int32Array | null
}

/** The cells of a column that did not change: as they stood in the source. */
export function sourceCells(before: Before, dialect: CsvDialect): CellText {
  const { origin } = before
  return origin ? (r) => sourceText(before, dialect, origin[r]) : (r) => sourceText(before, dialect, r)
}

export interface Changed {
  readonly name: string
  readonly column: Column
  readonly dialect: CsvDialect
  /** Its column of the source, if it has one. */
  readonly before?: Before
}

/**
 * The cells of a column that changed or is new. How a cell is written depends on its value and on the column as a whole,
 * never on whether this cell changed: no text and no quotes of the source, but quotes on all where all had them.
 */
export function changedCells(changed: Changed): CellText {
  const { column, dialect, before } = changed
  const all = before !== undefined && allQuoted(before)
  const written = (text: string): string => (all ? inQuotes(text, dialect.quote) : asNeeded(text, dialect))
  const missing = missingCells(changed)
  if (column.kind === 'numeric') {
    const { values } = column
    return (r) => {
      const value = values[r]
      if (Number.isFinite(value)) return written(numberText(value, dialect.decimal))
      if (Number.isNaN(value)) return missing(r)
      throw new SdcError('NOT_NUMERIC', `column "${changed.name}" is infinite in record ${r + 1}`, {
        column: changed.name,
        row: r + 1,
      })
    }
  }
  const levels = column.levels.map(written)
  return (r) => (column.codes[r] < 0 ? missing(r) : levels[column.codes[r]])
}

/**
 * Cells that were missing keep their text (a file may have several codes: refused, not applicable), new ones get the
 * column's first. Where a missing cell of the source has a value now, missing cells were moved, and all get the first.
 */
function missingCells({ column, dialect, before }: Changed): CellText {
  if (!before) {
    const text = asNeeded(dialect.missing, dialect)
    return () => text
  }
  const { source, origin } = before
  const { missing } = source
  const text = missing?.quoted
    ? inQuotes(missing.text, dialect.quote)
    : asNeeded(missing?.text ?? source.newMissing, dialect)
  const came = (r: number): number => (origin ? origin[r] : r)
  const wasMissing = (r: number): boolean => came(r) >= 0 && isMissing(before.column, came(r))
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let r = 0; r < rows; r++) if (wasMissing(r) && !isMissing(column, r)) return () => text
  return (r) => (wasMissing(r) ? sourceText(before, dialect, came(r)) : text)
}

function sourceText(before: Before, dialect: CsvDialect, record: number): string {
  const { source } = before
  const text = source.exceptions.get(record) ?? valueText(before.column, source, dialect, record)
  if (!hasBit(source.quoted, record)) return text
  return inQuotes(text, dialect.quote) + (source.trailing.get(record) ?? '')
}

function valueText(column: Column, source: ColumnSource, dialect: CsvDialect, record: number): string {
  if (isMissing(column, record)) return source.missing?.text ?? ''
  return column.kind === 'numeric'
    ? decimalText(column.values[record], source.decimals, dialect.decimal)
    : column.levels[column.codes[record]]
}

function allQuoted({ column, source }: Before): boolean {
  if (source.quoted === null) return false
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let i = 0; i < rows; i++) if (!hasBit(source.quoted, i) && !isMissing(column, i)) return false
  return true
}
