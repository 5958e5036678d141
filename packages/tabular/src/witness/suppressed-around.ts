import type { Table } from '@sdc/core'
import type { RelationIndex } from '../table/relation-index.js'

/**
 * Lists suppressed cells around some cells, by relations, the nearest first.
 *
 * @param table - Its relations.
 * @param index - Relations of every cell.
 * @param suppressed - 1 for suppressed cells.
 * @param cells - Cells to start from.
 * @param most - Largest number of cells, exceeded only within one relation.
 * @returns The cells, including the first ones.
 */
export function suppressedAround(
  { equations }: Pick<Table, 'equations'>,
  index: RelationIndex,
  suppressed: Uint8Array,
  cells: Iterable<number>,
  most: number,
): number[] {
  const seen = new Set<number>(cells)
  const near = [...seen]
  for (let i = 0; i < near.length && seen.size < most; i++) {
    for (let k = index.starts[near[i]]; k < index.starts[near[i] + 1]; k++) {
      for (const one of equations[index.at[k]].cells) {
        if (suppressed[one] === 0 || seen.has(one)) continue
        seen.add(one)
        near.push(one)
      }
    }
  }
  return near
}
