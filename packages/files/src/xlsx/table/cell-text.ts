import { isoText } from '@sdc/core'
import { DAY } from '../dates.js'
import { BOOLEAN, DATE, NUMBER, TIME, type SheetColumns } from './sheet-columns.js'

/**
 * Returns the text of a cell in the form of a CSV file: numbers with all their digits, dates and times in ISO 8601,
 * booleans as `TRUE` and `FALSE`.
 *
 * @param kind - Kind of the cell.
 * @param value - Its value.
 * @param texts - Texts of the sheet.
 * @returns The text.
 */
export function cellText(kind: number, value: number, texts: SheetColumns['texts']): string {
  if (kind === NUMBER) return String(value)
  if (kind === BOOLEAN) return value === 1 ? 'TRUE' : 'FALSE'
  if (kind === DATE) return value % DAY === 0 ? isoText('date', value / DAY) : isoText('datetime', value / 1000)
  return kind === TIME ? isoText('time', value) : texts[value]
}
