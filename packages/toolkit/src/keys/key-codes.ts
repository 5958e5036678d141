import type { Column } from '@sdc/core'
import { tieRuns } from '@sdc/stats'

/**
 * A column as a key: equal codes where values are equal, −1 where one is missing.
 *
 * Categories have the codes they have. Numbers are numbered 0, 1, … from the least up; −0 equals 0.
 *
 * @returns n codes; the column's own array where it holds categories.
 * Cost: O(n) for categories, a sort for numbers, however many values there are.
 */
export function keyCodes(column: Column): Int32Array {
  if (column.kind === 'categorical') return column.codes
  const { order, starts } = tieRuns(column.values)
  const codes = new Int32Array(column.values.length).fill(-1)
  for (let run = 0; run + 1 < starts.length; run++)
    for (let at = starts[run]; at < starts[run + 1]; at++) codes[order[at]] = run
  return codes
}
