import type { Table } from '@sdc/core'
import type { Highs } from 'highs'
import type { Room } from '../attackers/room.js'
import { finderOf } from '../witness/finder.js'
import type { Reaches } from './outer-bounds.js'

/** Largest component (in cells) for which ends of intervals are found in whole numbers. */
const MOST = 200

/**
 * Returns the intervals of a component of counts in whole numbers: ends of the linear programs, rounded inwards. In a
 * component of few cells integer programs confirm them; in a larger one an end may be farther out than whole numbers
 * allow.
 *
 * @param highs - The solver.
 * @param table - Table with its relations.
 * @param room - Possible deviations of the cells from their true values.
 * @param cells - Cells of the component.
 * @param reaches - Reaches from the linear programs.
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
