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
  /** Those within it, found to hold. */
  readonly witnesses: readonly Witness[]
  readonly sensitive: Sensitivity
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
  const { cells, place, program, witnesses, sensitive } = component
  const below = new Float64Array(cells.length)
  const above = new Float64Array(cells.length)
  for (const witness of witnesses) widen(witness, place, below, above)
  cells.forEach((cell, i) => {
    if (i % 16 === 0) tick(i / cells.length)
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
  for (const { cells, differences } of witnesses) {
    const at = cells.indexOf(cell)
    if (at < 0 || knows.some((one) => cells.includes(one))) continue
    below = Math.max(below, -differences[at])
    above = Math.max(above, differences[at])
  }
  if ((below > 0 || above > 0) && keeps(cell, below, above)) return [below, above]
  const i = place[cell]
  return [reachOf(program.farthest(i, -1), program, i, -1), reachOf(program.farthest(i, 1), program, i, 1)]
}

function widen({ cells, differences }: Witness, place: Int32Array, below: Float64Array, above: Float64Array): void {
  cells.forEach((cell, k) => {
    const i = place[cell]
    below[i] = Math.max(below[i], -differences[k])
    above[i] = Math.max(above[i], differences[k])
  })
}
