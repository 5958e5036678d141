import type { Table } from '@sdc/core'

/**
 * Returns the cells that are not totals: parts in every relation that contains them.
 *
 * @param table - Its cells and relations.
 * @returns 1 for an inner cell, 0 for a total.
 */
export function innerCells({ values, equations }: Pick<Table, 'values' | 'equations'>): Uint8Array {
  const inner = new Uint8Array(values.length).fill(1)
  for (const { cells, signs } of equations) cells.forEach((cell, i) => signs[i] < 0 && (inner[cell] = 0))
  return inner
}
