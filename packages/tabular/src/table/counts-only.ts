import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

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
  const of = counts[wrong] < 0 ? 'nobody says how many' : String(counts[wrong])
  const message = `${what} counts, and the value of ${cellName(table, wrong)} is ${values[wrong]}, of ${of} contributor(s)`
  const advice =
    'Give a table of frequencies, whose values are the numbers of contributors; sums are rounded (tabular/controlled-rounding) or suppressed.'
  throw new SdcError('BAD_TABLE', message, {}, advice)
}
