import { option, SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/**
 * Refuses a table with an unknown number of contributors (−1).
 *
 * @param table - The table.
 * @param what - User of the numbers: the id of a rule.
 * @throws BAD_TABLE naming the first such cell
 */
export function checkCounts(table: Pick<Table, 'counts' | 'dimensions' | 'names'>, what: string): void {
  const unknown = table.counts.findIndex((count) => count < 0)
  if (unknown < 0) return
  const message = `${what} needs the number of contributors, which is unknown for ${cellName(table, unknown)}`
  throw new SdcError(
    'BAD_TABLE',
    message,
    { row: unknown + 1 },
    `Name the column of the number of contributors: ${option('count')}.`,
  )
}
