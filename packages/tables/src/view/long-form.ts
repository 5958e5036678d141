import { categorical, cellStatuses, dataset, numeric, SdcError, type Column } from '@sdc/core'
import { writeCsv } from '@sdc/files'
import { reasonCode, rulesOf, type ReasonCodes } from './reasons.js'
import { isHidden, type TableVersion, type TableView } from './table-view.js'
import { knownCounts } from '../read/table-csv.js'

const ownNames = ['status', 'rule', 'lower', 'upper', 'low', 'high', 'alone_in', 'alone_low', 'alone_high']

/**
 * Throws if an input column has the name of an added output column.
 *
 * @param names - Dimensions, value and count.
 * @throws BAD_OPTION for such a name
 */
export function checkLongNames(names: readonly (string | undefined)[]): void {
  const clash = names.find((name) => name !== undefined && ownNames.includes(name))
  if (clash === undefined) return
  const message = `column "${clash}" would be written twice: that is what a column of the result is called`
  throw new SdcError('BAD_OPTION', message, { column: clash }, 'Rename it in the file.')
}

/**
 * Returns a protected table in long form, one line per cell. No version has the true value of a suppressed cell. The
 * internal version distinguishes sensitive from secondary cells, with the rules that each breaks (`p=15%+freq=3`) and
 * the required uncertainty below and above its value (`lower`, `upper`). It has the interval that a reader of the
 * public version can compute, and the narrowest interval of a lone respondent of another cell (`alone_in`); an empty
 * end is unbounded. The public version has dimensions, value, and whether a cell is suppressed.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param codes - Letter codes for the status in the internal version; words by default.
 * @returns The CSV, in the dialect of its source file.
 */
export function longForm(view: TableView, version: TableVersion, codes?: ReasonCodes): string {
  return writeCsv(view.source, dataset(longRecords(view, version, codes)))
}

/**
 * Returns the columns of `longForm`.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param codes - Letter codes for the status in the internal version; words by default.
 * @returns Names and columns.
 */
export function longRecords(view: TableView, version: TableVersion, codes?: ReasonCodes): [string, Column][] {
  const { source, by, value, count, table, status, values, intervals } = view
  const shown = (numbers: ArrayLike<number>): Column =>
    numeric(Float64Array.from(status, (one, c) => (one === 0 ? numbers[c] : Number.NaN)))
  const of = (numbers: Float64Array): Column =>
    numeric(numbers.map((one, c) => (isHidden(view, c) && Number.isFinite(one) ? one : Number.NaN)))
  const internal = version === 'internal'
  const word = (one: number, c: number): string => {
    if (!internal) return one === 0 ? 'published' : 'suppressed'
    return codes === undefined ? cellStatuses[one] : reasonCode(view, c, codes)
  }
  const columns: [string, Column][] = [
    ...by.map((name, d): [string, Column] => [name, source?.dataset.column(name) ?? table.dimensions[d]]),
    [value, shown(values ?? table.values)],
  ]
  // True counts next to changed values would disclose the true values.
  if (internal && count !== undefined && count !== value && values === undefined)
    columns.push([count, shown(knownCounts(table))])
  if (internal || status.some((one) => one > 0)) columns.push(['status', categorical(Array.from(status, word))])
  const { sensitive, alone } = view
  if (internal && sensitive.status.includes(1)) {
    const level = (numbers: Float64Array): Column =>
      numeric(numbers.map((one, c) => (sensitive.status[c] === 1 ? Number(one.toPrecision(12)) : Number.NaN)))
    columns.push(
      ['rule', categorical(Array.from(status, (_, c) => rulesOf(view, c).join('+')))],
      ['lower', level(sensitive.lower)],
      ['upper', level(sensitive.upper)],
    )
  }
  if (internal && intervals) columns.push(['low', of(intervals.low)], ['high', of(intervals.high)])
  if (internal && alone.size > 0) {
    const end = (side: 'low' | 'high'): Column =>
      numeric(
        Float64Array.from(status, (_, c) => {
          const found = alone.get(c)?.[side] ?? Number.NaN
          return Number.isFinite(found) ? found : Number.NaN
        }),
      )
    columns.push(
      ['alone_in', categorical(Array.from(status, (_, c) => alone.get(c)?.knows ?? null))],
      ['alone_low', end('low')],
      ['alone_high', end('high')],
    )
  }
  return columns
}
