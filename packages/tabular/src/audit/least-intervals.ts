import type { Witness } from '@sdc/core'
import type { ComponentProgram } from './component-program.js'
import { reachOf } from './component-intervals.js'
import type { Reaches } from './outer-bounds.js'

/** The witnesses that move each cell. */
export type WitnessesByCell = ReadonlyMap<number, readonly Witness[]>

/**
 * Lists witnesses by the cells that they move: of thousands of witnesses few move one cell.
 *
 * @param witnesses - Witnesses in order.
 * @returns The witnesses that move each cell, in that order.
 */
export function witnessesByCell(witnesses: readonly Witness[]): WitnessesByCell {
  const found = new Map<number, Witness[]>()
  for (const witness of witnesses)
    for (const cell of witness.cells) {
      const known = found.get(cell)
      if (known) known.push(witness)
      else found.set(cell, [witness])
    }
  return found
}

/**
 * Returns the least reach of the cells of a very large component: the reach of the witnesses. Programs run only for
 * cells that no witness moves.
 *
 * @param cells - Cells of the component.
 * @param program - Programs of the component.
 * @param witnesses - Valid witnesses, by the cells that they move.
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns The least reach of every place on both sides; exact if it is 0 on both.
 */
export function leastIntervals(
  cells: Int32Array,
  program: ComponentProgram,
  witnesses: WitnessesByCell,
  tick: (fraction: number) => void,
): Reaches {
  const below = new Float64Array(cells.length)
  const above = new Float64Array(cells.length)
  cells.forEach((cell, i) => {
    if (i % 16 === 0) tick(i / cells.length)
    for (const { cells: moved, differences } of witnesses.get(cell) ?? []) {
      const difference = differences[moved.indexOf(cell)]
      below[i] = Math.max(below[i], -difference)
      above[i] = Math.max(above[i], difference)
    }
    if (below[i] > 0 || above[i] > 0) return
    below[i] = reachOf(program.farthest(i, -1), program, i, -1)
    above[i] = reachOf(program.farthest(i, 1), program, i, 1)
  })
  return { below, above }
}
