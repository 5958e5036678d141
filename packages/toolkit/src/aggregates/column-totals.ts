import type { ColumnAsRead, Totals } from '@sdc/core'
import { mergedTotals, totalsOfBlock, type ColumnTotals } from '@sdc/stats/internal'

const fields = ['count', 'missing', 'first', 'varies', 'largest', 'sum', 'lost'] as const

/** Number of totals of a column. */
export const TOTALS: number = fields.length

/** Returns the totals of a column as numbers. */
export const numbersOf = (totals: ColumnTotals): number[] => fields.map((field) => Number(totals[field]))

/**
 * Returns the totals of column j.
 *
 * @param totals - `TOTALS` numbers a column, as `numbersOf` writes them.
 * @param j - Number of the column, from 0.
 */
export function totalsAt(totals: Totals, j: number): ColumnTotals {
  const at = (field: (typeof fields)[number]): number => totals[j * fields.length + fields.indexOf(field)]
  return {
    count: at('count'),
    missing: at('missing'),
    first: at('first'),
    varies: at('varies') === 1,
    largest: at('largest'),
    sum: at('sum'),
    lost: at('lost'),
  }
}

/**
 * Returns the totals of the columns of one block.
 *
 * @param columns - p columns of the block, NaN where missing.
 * @returns `TOTALS` numbers a column, one column after the other.
 */
export function totalsOfColumns(columns: readonly Float64Array[]): Totals {
  return Float64Array.from(columns.flatMap((values) => numbersOf(totalsOfBlock(values))))
}

/**
 * Merges the totals of two neighbouring blocks.
 *
 * @param total - `TOTALS` numbers a column.
 * @param own - As many, of the later block.
 * @returns As many, of both.
 */
export function mergedColumnTotals(total: Totals, own: Totals): Totals {
  const columns = Array.from({ length: total.length / TOTALS }, (_, j) => j)
  return Float64Array.from(columns.flatMap((j) => numbersOf(mergedTotals(totalsAt(total, j), totalsAt(own, j)))))
}

/**
 * Returns the totals of unmasked columns from known facts.
 *
 * @param names - Names of p columns.
 * @param column - Returns the facts about a column.
 * @returns `TOTALS` numbers a column; undefined if nothing is known of one of them.
 */
export function totalsAsRead(
  names: readonly string[],
  column: (name: string) => ColumnAsRead | undefined,
): Totals | undefined {
  const known = names.map(column)
  return known.every((one) => one !== undefined) ? Float64Array.from(known.flatMap(numbersOf)) : undefined
}
