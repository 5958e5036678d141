import type { Table } from '@sdc/core'
import { areCounts } from '../table/counts-only.js'
import { totalsOfCells } from '../table/totals-of-cells.js'

/**
 * Returns the publicly known lower bound of each cell before publication, if empty cells are published as 0. It is the
 * declared bound if there is one, and −∞ if the table has negative values. Otherwise it is `one` for a non-empty inner
 * cell of a table of counts, 0 for other cells, and for a total at least the sum over its inner cells.
 *
 * @param table - True table.
 * @param one - Least count of a cell: 1, or 0 if empty cells may be suppressed.
 * @returns The least value of each cell.
 */
export function leastValues(table: Table, one: 0 | 1): Float64Array {
  const { values, known } = table
  const usual = values.some((value) => value < 0) ? -Infinity : 0
  const counted = areCounts(table)
  const declared = (c: number): number => known?.low[c] ?? Number.NaN
  const { starts, at } = totalsOfCells(table)
  const isTotal = new Uint8Array(values.length)
  for (const total of at) isTotal[total] = 1
  const least = values.map((value, c) => {
    if (Number.isFinite(declared(c))) return declared(c)
    return counted && value > 0 && !isTotal[c] ? one : usual
  })
  if (usual < 0) return least
  const sums = new Float64Array(values.length)
  for (let c = 0; c < values.length; c++)
    if (!isTotal[c]) for (let k = starts[c]; k < starts[c + 1]; k++) sums[at[k]] += Math.max(0, least[c])
  return least.map((own, c) => (isTotal[c] ? Math.min(values[c], Math.max(own, sums[c])) : own))
}

/** Returns the publicly known upper bound of each cell: the declared bound, else ∞. */
export function greatestValues({ values, known }: Table): Float64Array {
  return values.map((_, c) => {
    const high = known?.high[c] ?? Number.NaN
    return Number.isNaN(high) ? Infinity : high
  })
}
