import type { Attack } from './attack.js'
import type { Task } from './task.js'

/** Σ value·y ≥ least in every pattern that keeps all levels without redundant cells. */
export interface Cut {
  readonly cells: Int32Array
  readonly values: Float64Array
  readonly least: number
}

/** Smaller weights are left out; the most they could add is first subtracted from the right side. */
const SMALL = 1e-7

/**
 * Returns the cut of a proof: Σ min(1, weight)·y ≥ 1, minus the contribution of the cells that are always suppressed,
 * divided by the rest; values are again limited to 1.
 *
 * @param task - Task; its `must` cells are always suppressed.
 * @param proof - Weight of each cell.
 * @returns The cut; undefined if those cells alone suffice.
 */
export function cutOf({ must }: Task, proof: Attack['proofs'][number]): Cut | undefined {
  let rest = 1
  const cells: number[] = []
  proof.forEach((weight, c) => {
    if (weight <= 0) return
    if (must[c] || weight < SMALL) rest -= Math.min(1, weight)
    else cells.push(c)
  })
  if (rest <= 1e-6) return undefined
  return {
    cells: Int32Array.from(cells),
    values: Float64Array.from(cells, (c) => Math.min(1, proof[c] / rest)),
    least: 1,
  }
}

/** Σ value·y of a cut. */
export function leftSide({ cells, values }: Cut, y: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < cells.length; i++) sum += values[i] * y[cells[i]]
  return sum
}

/** Key that equal cuts share. */
export function cutKey({ cells, values, least }: Cut): string {
  return `${least}:${cells.join()}:${Array.from(values, (value) => value.toPrecision(7)).join()}`
}
