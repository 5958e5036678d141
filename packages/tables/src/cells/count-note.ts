import { asNote, option, type Message } from '@sdc/core'
import type { TableFile } from './read-table-cells.js'

/** Message if no column has the numbers of contributors: their substitute, or that they are unknown. */
export function countNote({ table: { counts }, columns }: Pick<TableFile, 'table' | 'columns'>): Message[] {
  if (columns.count !== undefined) return []
  return counts.some((count) => count >= 0)
    ? [
        asNote(
          `no ${option('count')}, so "${columns.value}" is taken for the number of contributors; of sums of money or the like it is not`,
        ),
      ]
    : [asNote(`no ${option('count')}: nobody says how many contribute to a cell`)]
}
