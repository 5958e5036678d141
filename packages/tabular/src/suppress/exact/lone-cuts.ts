import type { Cut } from './cuts.js'
import type { Task } from './task.js'

/**
 * A cell that is suppressed alone in a relation is known: no cheapest pattern needs it. So each secondary cell needs another
 * in each of its relations: Σ of the others − y ≥ 0.
 *
 * @param task - Cells and relations.
 * @param y - Shares from 0 to 1.
 * @returns The cuts of this kind that y does not keep.
 */
export function loneCuts({ must, relations }: Task, y: Float64Array): Cut[] {
  const cuts: Cut[] = []
  for (const { cells } of relations) {
    if (cells.some((c) => must[c])) continue
    let sum = 0
    for (const c of cells) sum += y[c]
    for (const cell of cells) {
      if (2 * y[cell] <= sum + 0.01) continue
      cuts.push({ cells, values: Float64Array.from(cells, (c) => (c === cell ? -1 : 1)), least: 0 })
    }
  }
  return cuts
}
