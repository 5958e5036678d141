import type { Table } from '@sdc/core'
import { openSimplex, type Simplex } from './simplex.js'

/** Interval that a reader of a pattern can compute for each cell. */
export interface Reach {
  readonly low: Float64Array
  readonly high: Float64Array
}

/**
 * Computes the interval of every cell for a reader who has the published cells, the relations, and the public knowledge
 * about suppressed cells (`leastOf`). It is the least and the greatest value of each suppressed cell that is consistent
 * with all of these, by the suite's own simplex.
 *
 * @param table - The true table.
 * @param suppressed - Above 0 for the cells that are not published.
 * @returns An interval a cell; a published cell's is its value.
 */
export function readerReach(table: Table, suppressed: Uint8Array): Reach {
  const { values } = table
  const low = values.slice()
  const high = values.slice()
  for (const cells of joined(table, suppressed)) {
    const program = programOf(table, cells)
    cells.forEach((cell, i) => {
      high[cell] = program.end(i, 1)
      low[cell] = program.end(i, -1)
    })
  }
  return { low, high }
}

/** Returns true for a table of counts: it is public knowledge that a count is at least 1 if empty cells are shown. */
export function isOfCounts({ counts, values }: Table): boolean {
  return values.every((value, cell) => value === counts[cell])
}

/**
 * Least values of suppressed cells joined by relations, by public knowledge. The table may state it. Otherwise there is
 * none if contributions may be negative; it is 0 for sums, and 1 for counts, unless a count of 0 is suppressed with
 * them.
 */
function leastOf(table: Table, cells: readonly number[]): number[] {
  const { values, magnitudes, known } = table
  if (known) return cells.map((cell) => known.low[cell])
  if (magnitudes || values.some((value) => value < 0)) return cells.map(() => -Infinity)
  const least = isOfCounts(table) && cells.every((cell) => values[cell] > 0) ? 1 : 0
  return cells.map(() => least)
}

/**
 * Least value of each cell by public knowledge before suppression: the sum over its inner cells that are not 0. A
 * protection level below the value ends there.
 */
export function leastBefore(table: Table): Float64Array {
  const { values, equations } = table
  const totals = new Set(equations.map((relation) => totalOf(relation)))
  const least = Float64Array.from(values, (value, cell) => (value === 0 ? 0 : leastOf(table, [cell])[0]))
  if (table.known || least[0] === -Infinity) return least
  totals.forEach((cell) => (least[cell] = 0))
  for (let changed = true; changed;) {
    changed = false
    for (const relation of equations) {
      const total = totalOf(relation)
      const sum = relation.cells.reduce((before, cell) => before + (cell === total ? 0 : least[cell]), 0)
      if (sum <= least[total]) continue
      least[total] = sum
      changed = true
    }
  }
  return least
}

function totalOf({ cells, signs }: Table['equations'][number]): number {
  return cells[signs.indexOf(-1)]
}

/** Groups of suppressed cells that relations join, directly or by others; groups do not affect each other. */
function joined({ equations }: Table, suppressed: Uint8Array): number[][] {
  const groupOf = Int32Array.from(suppressed, (one, cell) => (one > 0 ? cell : -1))
  for (let changed = true; changed;) {
    changed = false
    for (const { cells } of equations) {
      const held = Array.from(cells).filter((cell) => groupOf[cell] >= 0)
      const least = Math.min(...held.map((cell) => groupOf[cell]))
      for (const cell of held) {
        if (groupOf[cell] === least) continue
        groupOf[cell] = least
        changed = true
      }
    }
  }
  const groups = new Map<number, number[]>()
  groupOf.forEach((group, cell) => {
    if (group >= 0) groups.set(group, [...(groups.get(group) ?? []), cell])
  })
  return [...groups.values()]
}

/**
 * Linear program of a group of cells. The columns are x = d − least ≥ 0, d being the differences of the cells to their
 * true values. A cell without a lower bound has two columns, d = x − x′. A cell with an upper bound has a further row,
 * x + rest = greatest − least.
 */
function programOf(table: Table, cells: readonly number[]): { end(place: number, direction: 1 | -1): number } {
  const { values, equations, known } = table
  const least = leastOf(table, cells).map((one, i) => one - values[cells[i]])
  const most = cells.map((cell) => (known ? known.high[cell] : Infinity) - values[cell])
  const column: number[] = []
  let columns = 0
  for (const one of least) {
    column.push(columns)
    columns += one === -Infinity ? 2 : 1
  }
  const bounded = cells.flatMap((_, i) => (most[i] < Infinity ? [i] : []))
  const width = columns + bounded.length
  const rows: Float64Array[] = []
  const sums: number[] = []
  const place = new Map(cells.map((cell, i) => [cell, i]))
  const put = (row: Float64Array, i: number, coefficient: number): number => {
    row[column[i]] = coefficient
    if (least[i] > -Infinity) return coefficient * least[i]
    row[column[i] + 1] = -coefficient
    return 0
  }
  for (const relation of equations) {
    const row = new Float64Array(width)
    let shift = 0
    let met = false
    relation.cells.forEach((cell, at) => {
      const i = place.get(cell)
      if (i === undefined) return
      shift += put(row, i, relation.signs[at])
      met = true
    })
    if (!met) continue
    rows.push(row)
    sums.push(-shift)
  }
  bounded.forEach((i, b) => {
    const row = new Float64Array(width)
    const shift = put(row, i, 1)
    row[columns + b] = 1
    rows.push(row)
    sums.push(most[i] - shift)
  })
  const size = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const program: Simplex | undefined = rows.length === 0 ? undefined : openSimplex(rows, Float64Array.from(sums), size)
  if (rows.length > 0 && !program) throw new Error('the true table does not add up, or lies outside its own bounds')
  return {
    end(i, direction) {
      const value = values[cells[i]]
      if (!program) return value + (direction === 1 ? most[i] : least[i])
      const cost = new Float64Array(width)
      const shift = put(cost, i, direction)
      return value + direction * (program.greatest(cost) + shift)
    },
  }
}
