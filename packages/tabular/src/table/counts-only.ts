import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/**
 * Whether the values of a table may be numbers of contributors: they are, or nobody says how many these are or what is largest among
 * them, and all are whole and none is negative.
 */
export function areCounts(table: Pick<Table, 'values' | 'counts' | 'largest'>): boolean {
  const { values, counts, largest } = table
  return values.length > 0 && (largest === undefined || counts[0] >= 0) && noCount(table) < 0
}

/** Whether the values are known to be the numbers of contributors. */
export function isFrequencyTable({ values, counts }: Pick<Table, 'values' | 'counts'>): boolean {
  return values.length > 0 && values.every((value, c) => value === counts[c])
}

/** The first cell whose value is no number of contributors; −1 where there is none. */
function noCount({ values, counts }: Pick<Table, 'values' | 'counts'>): number {
  return values.findIndex((value, c) =>
    counts[c] < 0 ? !(Number.isInteger(value) && value >= 0) : value !== counts[c],
  )
}

/**
 * Refuses a table whose values are no counts.
 *
 * @param table - The table.
 * @param what - What is done to counts: `cell keys perturb`.
 * @throws BAD_TABLE naming the first cell whose value is not its number of contributors
 */
export function countsOnly(table: Table, what: string): void {
  const { values, counts } = table
  const wrong = noCount(table)
  if (wrong < 0) return
  const of = counts[wrong] < 0 ? '' : `, of ${counts[wrong]} contributor(s)`
  const message = `${what} only counts, but the value of ${cellName(table, wrong)} is ${values[wrong]}${of}`
  const fix = 'Use a table of counts. Protect sums by rounding (tabular/controlled-rounding) or suppression.'
  throw new SdcError('BAD_TABLE', message, {}, fix)
}
