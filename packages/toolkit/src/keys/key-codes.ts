import type { Column } from '@sdc/core'
import { tieRuns } from '@sdc/stats'

/**
 * Returns a column as a key: equal codes for equal values, −1 if missing.
 *
 * Categories keep their codes. Numbers are numbered 0, 1, … from the least up; −0 equals 0.
 *
 * @returns n codes; the column's own array for categories. Cost: O(n) for categories, a sort for numbers.
 */
export function keyCodes(column: Column): Int32Array {
  if (column.kind === 'categorical') return column.codes
  const { order, starts } = tieRuns(column.values)
  const codes = new Int32Array(column.values.length).fill(-1)
  for (let run = 0; run + 1 < starts.length; run++)
    for (let at = starts[run]; at < starts[run + 1]; at++) codes[order[at]] = run
  return codes
}
