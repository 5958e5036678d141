import { isoText, type TimeKind } from '@sdc/core'
import { kindAt } from '../../dictionary/missing-kinds.js'
import type { MissingKinds, NumberCells, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import { DATE_STYLE, DATETIME_STYLE, MILLISECOND_STYLE, TIME_STYLE } from '../book-parts.js'
import { numberXml, textXml, type CellXml } from '../cell-xml.js'
import { serialOf } from '../dates.js'

/** Builds the elements of the cells of a column. */
export interface ColumnXml {
  readonly cell: (record: number, place: string) => string
  /** Width of the column in letters, if the default is too narrow. */
  readonly width?: number | undefined
  /** A sentence about values that a workbook cannot represent exactly. */
  readonly loss?: string | undefined
}

/**
 * Prepares a column for a sheet: numbers, dates and times by the days of a workbook that counts from 1900, and texts.
 * Missing cells are empty; those of another kind contain its number or text.
 *
 * @param column - The column.
 * @returns Its cells, with the losses.
 */
export function cellsXml({ name, description, cells }: StatColumn): ColumnXml {
  const missing = missingXml(cells.missing)
  if (cells.kind === 'texts') return { cell: textCells(cells, missing) }
  const { time } = description
  const of = (xml: (value: number, place: string) => string): ColumnXml['cell'] => {
    const { values } = cells
    return (record, place) => (Number.isNaN(values[record]) ? missing(record, place) : xml(values[record], place))
  }
  if (time === undefined) return { cell: of((value, place) => numberXml(place, value)) }
  if (!cells.values.every((value) => Number.isNaN(value) || daysOf(time, value) !== undefined)) {
    const loss = `${name}: a workbook does not hold ${time === 'time' ? 'times beyond a day' : 'dates before 1900'}; the column is written as texts.`
    return { cell: of((value, place) => textXml(isoText(time, value))(place)), loss }
  }
  const [style, width] = styleOf(time, cells)
  return { cell: of((value, place) => numberXml(place, daysOf(time, value) ?? Number.NaN, style)), width }
}

/** Days of a workbook for a date or time. */
function daysOf(time: TimeKind, value: number): number | undefined {
  if (time === 'time') return value >= 0 && value < SECONDS ? value / SECONDS : undefined
  return serialOf(time === 'date' ? value * SECONDS * 1000 : value * 1000)
}

const SECONDS = 86_400

function styleOf(time: TimeKind, { values }: NumberCells): [style: number, width: number | undefined] {
  if (time === 'time') return [TIME_STYLE, undefined]
  if (time === 'date') return [DATE_STYLE, 11]
  return values.every((value) => value % 1 === 0 || Number.isNaN(value))
    ? [DATETIME_STYLE, 20]
    : [MILLISECOND_STYLE, 24]
}

function textCells({ levels, codes }: TextCells, missing: ColumnXml['cell']): ColumnXml['cell'] {
  const texts = levels.map((level) => textXml(level))
  return (record, place) => (codes[record] < 0 ? missing(record, place) : texts[codes[record]](place))
}

/** Cell of a missing value: its number, or its text. */
function missingXml(missing: MissingKinds | null): ColumnXml['cell'] {
  if (missing === null) return () => ''
  const kinds = new Map<string, CellXml>(missing.texts.map((text) => [text, kindXml(text)]))
  return (record, place) => kinds.get(kindAt(missing, record))?.(place) ?? ''
}

function kindXml(text: string): CellXml {
  const number = Number(text)
  if (text === '' || String(number) !== text || !Number.isFinite(number)) return textXml(text)
  return (place) => numberXml(place, number)
}
