import type { Table } from '@sdc/core'
import { openProgram, type Rows } from '../solver/program.js'

/** A published cell and its multiplicity (negative if it is subtracted). */
export interface Term {
  readonly cell: number
  readonly times: number
}

/** Coefficients of the solver up to this size are 0. */
const NONE = 1e-7

/**
 * Expresses a hidden cell by published ones: the shortest signed sum that equals the cell for any values of the other
 * hidden cells. With a multiplier y_r for every relation, the cell's coefficient Σ_r y_r·sign is 1 and that of every
 * other hidden cell is 0. Σ|coefficient| over the published cells, their number with multiplicity, is minimised.
 *
 * @param table - Table with its relations.
 * @param hidden - 1 for the cells that are not published.
 * @param cells - Hidden cells of the component of the cell.
 * @param relations - Relations that connect them.
 * @param cell - The cell to express.
 * @returns The terms, by cell; undefined if the cell follows from bounds only.
 */
export async function exactTerms(
  table: Table,
  hidden: Uint8Array,
  cells: Int32Array,
  relations: readonly number[],
  cell: number,
): Promise<Term[] | undefined> {
  const row = new Map(Array.from(cells, (one, i) => [one, i]))
  const published = [...new Set(relations.flatMap((r) => Array.from(table.equations[r].cells)))].filter(
    (one) => hidden[one] === 0,
  )
  published.forEach((one) => row.set(one, row.size))
  const size = row.size
  const wanted = Float64Array.from({ length: size }, (_, i) => (i === row.get(cell) ? 1 : 0))
  const width = relations.length + 2 * published.length
  const entries = Array.from({ length: size }, (): [column: number, value: number][] => [])
  relations.forEach((r, column) => {
    const { cells: own, signs } = table.equations[r]
    own.forEach((one, i) => entries[row.get(one) ?? 0].push([column, signs[i]]))
  })
  published.forEach((_, j) => {
    const at = relations.length + 2 * j
    entries[cells.length + j].push([at, -1], [at + 1, 1])
  })
  const first = relations.length
  const program = await openProgram({
    cost: Float64Array.from({ length: width }, (_, k) => (k < first ? 0 : 1)),
    lower: Float64Array.from({ length: width }, (_, k) => (k < first ? -Infinity : 0)),
    upper: new Float64Array(width).fill(Infinity),
    rows: { ...packed(entries), lower: wanted, upper: wanted },
  })
  try {
    const { state, x } = program.solve()
    if (state !== 'optimal') return undefined
    // Σ coefficient·cell over all cells is 0, so the cell is the sum of the published ones with opposite sign.
    return published.flatMap((one, j) => {
      const times = x[first + 2 * j + 1] - x[first + 2 * j]
      return Math.abs(times) > NONE ? [{ cell: one, times: rounded(times) }] : []
    })
  } finally {
    program.close()
  }
}

/**
 * Finds the published cells whose signed sum bounds a hidden cell, from the multipliers of the attacker's program.
 *
 * @param table - Table with its relations.
 * @param hidden - 1 for the cells that are not published.
 * @param cell - The bounded cell.
 * @param multipliers - Multipliers of the relations, from `Attacker.reach`.
 * @returns The terms, by cell.
 */
export function boundTerms(
  table: Table,
  hidden: Uint8Array,
  cell: number,
  multipliers: ReadonlyMap<number, number>,
): Term[] {
  const total = new Map<number, number>()
  for (const [r, multiplier] of multipliers) {
    const { cells, signs } = table.equations[r]
    cells.forEach((one, i) => total.set(one, (total.get(one) ?? 0) + multiplier * signs[i]))
  }
  const own = total.get(cell) ?? 0
  if (Math.abs(own) < NONE) return []
  return [...total]
    .filter(([one, times]) => hidden[one] === 0 && Math.abs(times) > NONE)
    .map(([one, times]) => ({ cell: one, times: rounded(-times / own) }))
    .sort((a, b) => a.cell - b.cell)
}

function rounded(times: number): number {
  const whole = Math.round(times)
  return Math.abs(times - whole) < 1e-6 ? whole : times
}

function packed(
  entries: readonly (readonly (readonly [number, number])[])[],
): Pick<Rows, 'starts' | 'columns' | 'values'> {
  const starts = new Int32Array(entries.length + 1)
  entries.forEach((row, r) => (starts[r + 1] = starts[r] + row.length))
  const all = entries.flat()
  return {
    starts,
    columns: Int32Array.from(all, ([column]) => column),
    values: Float64Array.from(all, ([, value]) => value),
  }
}
