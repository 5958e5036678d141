import type { Table } from '@sdc/core'
import type { Highs } from 'highs'
import type { Room } from '../attackers/room.js'
import { finderOf } from '../witness/finder.js'
import type { Reaches } from './outer-bounds.js'

/** Up to so many cells in a component the ends of intervals are found in whole numbers. */
const MOST = 200

/**
 * The intervals of a component of counts in whole numbers: the ends of linear programs, rounded inwards, and looked at by
 * programs in whole numbers in a component of few cells; of more, an end may be farther out than whole numbers allow.
 *
 * @param highs - The solver.
 * @param table - Its relations.
 * @param room - How far the cells can be from their true values.
 * @param cells - The cells of the component.
 * @param reaches - What linear programs found.
 * @returns The reach of every cell on both sides.
 */
export function wholeIntervals(
  highs: Highs,
  table: Pick<Table, 'values' | 'equations'>,
  room: Room,
  cells: Int32Array,
  { below, above }: Reaches,
): Reaches {
  const floor = (reach: number): number => Math.floor(reach + 1e-6)
  const rounded = { below: below.map(floor), above: above.map(floor) }
  if (cells.length > MOST) return rounded
  const finder = finderOf(highs, table, true, () => room)
  const list = [...cells]
  const looked = (reach: number, i: number, direction: 1 | -1): number => {
    if (reach === 0 || reach === Infinity) return reach
    const demand = { cells: Int32Array.of(cells[i]), direction, level: reach }
    return Math.min(reach, finder.farthest(demand, list).reach)
  }
  return {
    below: rounded.below.map((reach, i) => looked(reach, i, -1)),
    above: rounded.above.map((reach, i) => looked(reach, i, 1)),
  }
}
