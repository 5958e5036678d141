import type { Relation } from '@sdc/core'
import type { Highs } from 'highs'
import { relationIndex, type RelationIndex } from '../../table/relation-index.js'
import { openLoaded, type Rows } from '../../solver/program.js'
import { solver } from '../../solver/solver.js'
import type { SuppressionProblem } from '../problem.js'
import type { Demand } from './demands.js'
import { farEnough, type Deviation, type DeviationSearch } from './deviation.js'

/** A share of the level below which a difference is none: the solver's own tolerance. */
export const LEAST_SHARE = 1e-7

/** No cell is asked to differ by more levels than this: it keeps the numbers of a program within what a solver can tell apart. */
const MOST_SHARES = 1e6

/** How often the prices are divided by what the last solution used of each cell, so that few cells are used much. */
const ROUNDS = 4

/**
 * Searches by linear programs: minimise Σ price·(d⁺ + d⁻) over d = d⁺ − d⁻ with Σ sign·d = 0 in every relation,
 * −below ≤ d ≤ above, and d of the sensitive cell the level. A cell is paid for as soon as it is used at all, which no
 * linear price can say; so the price of a cell is first divided by what it can give at most, then by what the last solution
 * took of it (reweighting), and the cheapest of the solutions is kept.
 *
 * Differences are measured in levels, so that a table may have values of 1 beside values of 10¹².
 *
 * @param problem - The table and its room.
 * @param cells - The cells it may use at all, in order; a cell that is left out is as good as published.
 * @returns The search, open until closed.
 */
export async function linearSearch(problem: SuppressionProblem, cells: Int32Array): Promise<DeviationSearch> {
  return linearSearchBy(await solver(), problem, cells)
}

/** The same at once, for who holds the solver. */
export function linearSearchBy(highs: Highs, problem: SuppressionProblem, cells: Int32Array): DeviationSearch {
  const { below, above } = problem.room
  const n = cells.length
  const place = new Map(Array.from(cells, (cell, i) => [cell, i]))
  const free = new Float64Array(2 * n)
  const program = openLoaded(highs, {
    cost: free,
    lower: free,
    upper: free,
    rows: rowsOf(problem.table.equations, relationsAt(problem.table, cells), place, n),
  })
  const columns = Int32Array.from({ length: 2 * n }, (_, i) => i)
  const lower = new Float64Array(2 * n)
  const upper = new Float64Array(2 * n)
  const weights = new Float64Array(2 * n)

  /** Sets the bounds for a demand, the sensitive cell's own between `least` and 1; false where it is not among the cells. */
  function bound({ cell, direction, level, knows }: Demand, prices: Float64Array, least: number): boolean {
    const at = place.get(cell)
    if (at === undefined) return false
    for (let i = 0; i < n; i++) {
      const allowed = prices[cells[i]] < Infinity
      upper[i] = allowed ? Math.min(MOST_SHARES, above[cells[i]] / level) : 0
      upper[n + i] = allowed ? Math.min(MOST_SHARES, below[cells[i]] / level) : 0
    }
    for (const known of knows) {
      const one = place.get(known)
      if (one !== undefined) upper[one] = upper[n + one] = 0
    }
    lower.fill(0)
    const side = direction > 0 ? at : n + at
    if (!((direction > 0 ? above[cell] : below[cell]) >= least * level)) return false
    upper[at] = upper[n + at] = 0
    lower[side] = least
    upper[side] = 1
    program.setBounds(columns, lower, upper)
    return true
  }

  function farthest(demand: Demand, prices: Float64Array): { level: number; deviation: Deviation } {
    const nothing = { level: 0, deviation: { cells: Int32Array.of(), differences: Float64Array.of() } }
    if (!bound(demand, prices, 0)) return nothing
    const side = (demand.direction > 0 ? 0 : n) + (place.get(demand.cell) ?? 0)
    weights.fill(0)
    weights[side] = -1
    program.setCost(columns, weights)
    const { state, objective, x } = program.solve()
    if (state !== 'optimal') return nothing
    return { level: -objective * demand.level, deviation: deviationOf(cells, x, demand.level) }
  }

  return {
    calls: Math.min(500, 2e5 / n),
    cheapest(demand, prices) {
      if (!bound(demand, prices, 1)) return undefined
      const unit = typicalPrice(cells, prices)
      for (let i = 0; i < n; i++) {
        const price = priced(prices[cells[i]], unit)
        weights[i] = price / Math.min(1, Math.max(upper[i], LEAST_SHARE))
        weights[n + i] = price / Math.min(1, Math.max(upper[n + i], LEAST_SHARE))
      }
      let best: Deviation | undefined
      let least = Infinity
      for (let round = 0; round < ROUNDS; round++) {
        program.setCost(columns, weights)
        const { state, x } = program.solve()
        if (state !== 'optimal') break
        const found = deviationOf(cells, x, demand.level)
        const cost = found.cells.reduce((sum, cell) => sum + prices[cell], 0)
        if (cost < least) [best, least] = [found, cost]
        else if (round > 1) break
        if (least === 0) break
        for (let i = 0; i < n; i++) {
          const used = Math.abs(x[i] - x[n + i])
          weights[i] = weights[n + i] = priced(prices[cells[i]], unit) / Math.max(Math.min(used, 1), 0.01)
        }
      }
      return best
    },
    another: (demand, prices) => farEnough(farthest, demand, prices),
    farthest,
    close: program.close,
  }
}

/** The prices as the program sees them: about 1, and a little for what is free, so that no cell is used in vain. */
function priced(price: number, unit: number): number {
  return price === Infinity ? 1 : Math.min(1e4, Math.max(1e-4, price / unit))
}

/** The mean of the prices above 0. */
function typicalPrice(cells: Int32Array, prices: Float64Array): number {
  let sum = 0
  let count = 0
  for (const cell of cells) {
    if (!(prices[cell] > 0) || prices[cell] === Infinity) continue
    sum += prices[cell]
    count++
  }
  return sum > 0 ? sum / count : 1
}

function deviationOf(cells: Int32Array, x: Float64Array, level: number): Deviation {
  const n = cells.length
  const used: number[] = []
  const differences: number[] = []
  for (let i = 0; i < n; i++) {
    const share = x[i] - x[n + i]
    if (Math.abs(share) <= LEAST_SHARE) continue
    used.push(cells[i])
    differences.push(share * level)
  }
  return { cells: Int32Array.from(used), differences: Float64Array.from(differences) }
}

const indices = new WeakMap<readonly Relation[], RelationIndex>()

/** The relations that the cells are in, in order. */
function relationsAt(table: SuppressionProblem['table'], cells: Int32Array): Iterable<number> {
  const { starts, at } = indexOf(table)
  const met = new Set<number>()
  for (const cell of cells) for (let k = starts[cell]; k < starts[cell + 1]; k++) met.add(at[k])
  return [...met].sort((a, b) => a - b)
}

/** Kept as long as the table's relations are: programs over few cells of a large table are opened by the thousand. */
function indexOf(table: SuppressionProblem['table']): RelationIndex {
  const known = indices.get(table.equations)
  if (known) return known
  const made = relationIndex(table)
  indices.set(table.equations, made)
  return made
}

/** The relations among these cells, d⁺ in the columns from 0 and d⁻ in those from n. */
function rowsOf(
  equations: readonly Relation[],
  which: Iterable<number>,
  place: ReadonlyMap<number, number>,
  n: number,
): Rows {
  const starts = [0]
  const columns: number[] = []
  const values: number[] = []
  for (const e of which) {
    const { cells, signs } = equations[e]
    const before = columns.length
    cells.forEach((cell, i) => {
      const at = place.get(cell)
      if (at === undefined) return
      columns.push(at, n + at)
      values.push(signs[i], -signs[i])
    })
    if (columns.length > before) starts.push(columns.length)
  }
  const zeros = new Float64Array(starts.length - 1)
  return {
    lower: zeros,
    upper: zeros,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  }
}
