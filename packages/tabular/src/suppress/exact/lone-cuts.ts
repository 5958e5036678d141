import type { Cut } from './cuts.js'
import { flowSolver } from './flow.js'
import type { Network } from './network.js'
import type { Task } from './task.js'

/** Finds cuts that require other suppressed cells next to a secondary one. */
export type LoneCuts = (y: Float64Array) => Cut[]

/** Least violation of a cut that is worth a row. */
const WORTH = 0.02

/**
 * Finds cuts against useless secondary cells. A cell that cannot move is known, so no cheapest pattern suppresses it
 * additionally. Each secondary cell therefore needs another in each of its relations, and in a network another across
 * each cut that it crosses: Σ of the others − y ≥ 0.
 *
 * @param task - Cells and relations.
 * @param network - Network of the task, if there is one.
 * @returns A function that finds such cuts violated by shares of suppression.
 */
export function loneCuts(task: Task, network: Network | undefined): LoneCuts {
  return network ? acrossCuts(task, network) : withinRelations(task)
}

function withinRelations({ must, relations }: Task): LoneCuts {
  return (y) => {
    const cuts: Cut[] = []
    for (const { cells } of relations) {
      if (cells.some((c) => must[c])) continue
      const sum = cells.reduce((total, c) => total + y[c], 0)
      for (const cell of cells) if (2 * y[cell] > sum + WORTH) cuts.push(company(cells, cell))
    }
    return cuts
  }
}

function acrossCuts({ must, above, below }: Task, network: Network): LoneCuts {
  const { from, to } = network
  const solver = flowSolver(network)
  const movable = above.map((room, c) => (room > 0 || below[c] > 0 ? 1 : 0))
  return (y) => {
    const cuts: Cut[] = []
    for (let cell = 0; cell < y.length; cell++) {
      if (must[cell] || y[cell] < WORTH || from[cell] === to[cell]) continue
      for (let c = 0; c < y.length; c++) solver.up[c] = solver.down[c] = movable[c] * (must[c] ? 1 : y[c])
      solver.up[cell] = solver.down[cell] = 0
      const { value, source, sink } = solver.flow(from[cell], to[cell], y[cell])
      if (value > y[cell] - WORTH) continue
      for (const side of [source, sink]) {
        const across = Int32Array.from([...y.keys()].filter((c) => movable[c] && side[from[c]] !== side[to[c]]))
        if (!across.some((c) => must[c])) cuts.push(company(across, cell))
      }
    }
    return cuts
  }
}

function company(cells: Int32Array, cell: number): Cut {
  return { cells, values: Float64Array.from(cells, (c) => (c === cell ? -1 : 1)), least: 0 }
}
