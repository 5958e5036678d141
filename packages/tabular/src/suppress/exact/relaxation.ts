import { openProgram, type OpenProgram, type Rows, type Solution } from '../../solver/program.js'
import type { Cut } from './cuts.js'
import type { Task } from './task.js'

/** Linear relaxation of the master program: shares of suppression that satisfy the present cuts. */
export interface Relaxation {
  add(cuts: readonly Cut[]): void
  /** Removes cuts that had slack in several solutions. */
  forget(): void
  /** Fixes cells as published (0) or suppressed (1). */
  fix(cells: readonly number[], share: 0 | 1): void
  solve(): Solution
  close(): void
}

/** Rows of cuts, packed. */
export function rowsOf(cuts: readonly Cut[]): Rows {
  const starts = new Int32Array(cuts.length + 1)
  cuts.forEach(({ cells }, k) => (starts[k + 1] = starts[k] + cells.length))
  const columns = new Int32Array(starts[cuts.length])
  const values = new Float64Array(starts[cuts.length])
  cuts.forEach((cut, k) => {
    columns.set(cut.cells, starts[k])
    values.set(cut.values, starts[k])
  })
  return {
    lower: Float64Array.from(cuts, ({ least }) => least),
    upper: new Float64Array(cuts.length).fill(Infinity),
    starts,
    columns,
    values,
  }
}

/**
 * Opens the relaxation of a task.
 *
 * @param task - Cells and costs.
 * @param scale - Divisor of the costs: the solver's tolerances are for numbers near 1.
 * @returns The program without cuts, to be closed after use.
 */
export async function openRelaxation({ costs, must }: Task, scale: number): Promise<Relaxation> {
  const program: OpenProgram = await openProgram({
    cost: costs.map((cost) => cost / scale),
    lower: Float64Array.from(must),
    upper: new Float64Array(costs.length).fill(1),
    rows: rowsOf([]),
  })
  const idle: number[] = []
  return {
    add(cuts) {
      if (cuts.length === 0) return
      program.addRows(rowsOf(cuts))
      for (let k = 0; k < cuts.length; k++) idle.push(0)
    },
    forget() {
      const old = [...idle.keys()].filter((r) => idle[r] > 8)
      if (old.length * 4 < idle.length) return
      program.removeRows(Int32Array.from(old))
      const kept = idle.filter((rounds) => rounds <= 8)
      idle.splice(0, idle.length, ...kept)
    },
    fix(cells, share) {
      if (cells.length === 0) return
      const values = new Float64Array(cells.length).fill(share)
      program.setBounds(Int32Array.from(cells).sort(), values, values)
    },
    solve() {
      const solution = program.solve()
      if (solution.state === 'optimal')
        solution.rowDuals.forEach((dual, r) => (idle[r] = Math.abs(dual) > 1e-12 ? 0 : idle[r] + 1))
      return solution
    },
    close: () => program.close(),
  }
}
