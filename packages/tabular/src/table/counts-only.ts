import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/** Whether the values of a table are the numbers of its contributors. */
export function areCounts({ values, counts }: Pick<Table, 'values' | 'counts'>): boolean {
  return values.every((value, c) => value === counts[c])
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
  const wrong = values.findIndex((value, c) => value !== counts[c])
  if (wrong < 0) return
  const message = `${what} counts, and the value of ${cellName(table, wrong)} is ${values[wrong]}, of ${counts[wrong]} contributor(s)`
  const advice =
    'Give a table of frequencies, whose values are the numbers of contributors; sums are rounded (tabular/controlled-rounding) or suppressed.'
  throw new SdcError('BAD_TABLE', message, {}, advice)
}
