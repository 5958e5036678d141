import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/**
 * True if the values of a table may be numbers of contributors: they equal the counts, or all are whole and
 * non-negative, and counts and largest contributions are unknown.
 */
export function areCounts(table: Pick<Table, 'values' | 'counts' | 'largest'>): boolean {
  const { values, counts, largest } = table
  return values.length > 0 && (largest === undefined || counts[0] >= 0) && noCount(table) < 0
}

/** True if the values are known to be the numbers of contributors. */
export function isFrequencyTable({ values, counts }: Pick<Table, 'values' | 'counts'>): boolean {
  return values.length > 0 && values.every((value, c) => value === counts[c])
}

/** The first cell with a value that is not its number of contributors; −1 if there is none. */
function noCount({ values, counts }: Pick<Table, 'values' | 'counts'>): number {
  return values.findIndex((value, c) =>
    counts[c] < 0 ? !(Number.isInteger(value) && value >= 0) : value !== counts[c],
  )
}

/**
 * Refuses a table with values that are not counts.
 *
 * @param table - The table.
 * @param what - Subject and verb of the use of counts: `cell keys perturb`.
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
