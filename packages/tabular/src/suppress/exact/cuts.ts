import type { Attack } from './attack.js'
import type { Task } from './task.js'

/** Σ value·y ≥ least, in every pattern that keeps all levels and has no cell that it does not need. */
export interface Cut {
  readonly cells: Int32Array
  readonly values: Float64Array
  readonly least: number
}

/** Weights below this are left out; what they could add is taken off the right side first. */
const SMALL = 1e-7

/**
 * The cut that a proof gives: Σ min(1, weight)·y ≥ 1, less what the cells that are always suppressed contribute, divided by
 * what remains; then again no value is greater than 1.
 *
 * @param task - Which cells are always suppressed.
 * @param proof - The weight of each cell.
 * @returns The cut; undefined where those cells alone suffice.
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

/** A name that two equal cuts share. */
export function cutKey({ cells, values, least }: Cut): string {
  return `${least}:${cells.join()}:${Array.from(values, (value) => value.toPrecision(7)).join()}`
}
