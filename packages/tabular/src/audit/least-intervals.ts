import type { Sensitivity, Witness } from '@sdc/core'
import type { ComponentProgram } from './component-program.js'
import { reachOf } from './component-intervals.js'
import type { Reaches } from './outer-bounds.js'

/** A component that is too large for two programs a cell. */
export interface LargeComponent {
  readonly cells: Int32Array
  /** Where each cell of the table stands among them. */
  readonly place: Int32Array
  readonly program: ComponentProgram
  /** Those of the table that were found to hold, by the cells that they move. */
  readonly witnesses: WitnessesByCell
  readonly sensitive: Sensitivity
}

/** The witnesses that move each cell. */
export type WitnessesByCell = ReadonlyMap<number, readonly Witness[]>

/**
 * Lists witnesses by the cells that they move: of thousands of witnesses few move one cell.
 *
 * @param witnesses - In order.
 * @returns Of each cell those that move it, in that order.
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

/** What reaches of a sensitive cell say of its levels. */
export type Keeps = (cell: number, below: number, above: number) => boolean

/**
 * How far the cells of a large component can go at least: as far as the witnesses say. Only of sensitive cells whose levels
 * no witness shows to be kept, and of cells that no witness moves, the programs tell how far they can go.
 *
 * @param component - Cells, programs, witnesses.
 * @param keeps - Whether a sensitive cell keeps its levels.
 * @param tick - Told how much of it is done.
 * @returns The reach of every place on both sides, at least; exact where it is 0 on both.
 */
export function leastIntervals(component: LargeComponent, keeps: Keeps, tick: (fraction: number) => void): Reaches {
  const { cells, program, witnesses, sensitive } = component
  const below = new Float64Array(cells.length)
  const above = new Float64Array(cells.length)
  cells.forEach((cell, i) => {
    if (i % 16 === 0) tick(i / cells.length)
    for (const witness of witnesses.get(cell) ?? []) {
      const difference = differenceIn(witness, cell)
      below[i] = Math.max(below[i], -difference)
      above[i] = Math.max(above[i], difference)
    }
    const isOpen = below[i] === 0 && above[i] === 0
    if (!isOpen && (sensitive.status[cell] !== 1 || keeps(cell, below[i], above[i]))) return
    below[i] = Math.max(below[i], reachOf(program.farthest(i, -1), program, i, -1))
    above[i] = Math.max(above[i], reachOf(program.farthest(i, 1), program, i, 1))
  })
  return { below, above }
}

/**
 * The same of one cell, for an insider: witnesses that leave alone what they know.
 *
 * @param component - Cells, programs that hold what the insider knows, witnesses.
 * @param cell - The cell.
 * @param knows - What they know.
 * @param keeps - Whether a sensitive cell keeps its levels.
 * @returns How far it can go below and above, at least.
 */
export function leastFromInsider(
  { place, program, witnesses }: LargeComponent,
  cell: number,
  knows: Int32Array,
  keeps: Keeps,
): readonly [below: number, above: number] {
  let below = 0
  let above = 0
  for (const witness of witnesses.get(cell) ?? []) {
    const difference = differenceIn(witness, cell)
    if (-difference <= below && difference <= above) continue
    if (knows.some((one) => witness.cells.includes(one))) continue
    below = Math.max(below, -difference)
    above = Math.max(above, difference)
    if (keeps(cell, below, above)) return [below, above]
  }
  const i = place[cell]
  return [reachOf(program.farthest(i, -1), program, i, -1), reachOf(program.farthest(i, 1), program, i, 1)]
}

const differenceIn = ({ cells, differences }: Witness, cell: number): number => differences[cells.indexOf(cell)]
