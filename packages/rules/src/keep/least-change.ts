/** A linear row over changes d: Σ coefficient·d ≤ bound, or = bound. */
export interface ChangeRow {
  readonly coefficients: Float64Array
  readonly bound: number
  readonly isEquation: boolean
}

/** Amount by which a row may be exceeded, in steps or standard deviations of the columns. */
const TOLERANCE = 1e-9

/** Number of pivots after which rows are chosen by number alone, which cannot cycle. */
const GREEDY_PIVOTS = 60
/** Number of pivots after which a program is given up; programs of records need about as many as they have rows. */
const MOST_PIVOTS = 1000

/** Number of a column that must not change any more: the slack of an equation. */
const DEAD = -1

/**
 * Solves min Σ cost_j·|d_j| subject to linear rows, exactly, by the dual simplex method on d = p − n with p, n ≥ 0. All
 * costs are positive. So the first basis has all changes 0, and only broken rows cause pivots. Among equal choices it
 * takes the first column. One equation is kept by its column with the least cost per unit, as the closed form says.
 *
 * The table has a row for each row and a column for each change: n has the negated column of p, and the reduced costs
 * of the two add up to 2·cost.
 *
 * @param cost - Cost per unit of each change, greater than 0.
 * @param rows - The rows.
 * @returns The changes; null if no changes keep all rows.
 */
export function leastChange(cost: Float64Array, rows: readonly ChangeRow[]): Float64Array | null {
  const n = cost.length
  const m = rows.length
  const width = n + 1
  const table = new Float64Array((m + 1) * width)
  // Variables by number: changes from 0, slacks of rows from n.
  const basic = new Int32Array(m)
  const free = new Int32Array(n)
  const signs = new Int8Array(n).fill(1)
  for (let r = 0; r < m; r++) {
    const { coefficients, bound } = rows[r]
    for (let j = 0; j < n; j++) table[r * width + j] = coefficients[j]
    table[r * width + n] = bound
    basic[r] = n + r
  }
  for (let j = 0; j < n; j++) {
    free[j] = j
    table[m * width + j] = cost[j]
  }
  const isFixed = (variable: number): boolean => variable >= n && rows[variable - n].isEquation
  for (let pivots = 0; ; pivots++) {
    // The most broken row, or the broken one whose variable is first.
    let row = -1
    let worst = TOLERANCE
    for (let i = 0; i < m; i++) {
      const bound = table[i * width + n]
      const broken = isFixed(basic[i]) ? Math.abs(bound) : -bound
      if (pivots <= GREEDY_PIVOTS ? broken <= worst : broken <= TOLERANCE || (row >= 0 && basic[i] > basic[row]))
        continue
      worst = broken
      row = i
    }
    if (row < 0) break
    if (pivots === MOST_PIVOTS) return null
    const at = row * width
    const left = basic[row]
    if (table[at + n] > 0) for (let j = 0; j <= n; j++) table[at + j] = -table[at + j]
    // The column with the least reduced cost per unit. Rounding errors alone do not choose another one.
    let column = -1
    let least = Infinity
    for (let j = 0; j < n; j++) {
      const value = table[at + j]
      const variable = free[j]
      if (variable === DEAD || (value >= -TOLERANCE && (value <= TOLERANCE || variable >= n))) continue
      const reduced = table[m * width + j]
      const ratio = value < 0 ? reduced / -value : (2 * cost[variable] - reduced) / value
      if (ratio >= least * (1 - 1e-12)) continue
      least = ratio
      column = j
    }
    if (left < n && 2 * cost[left] < least * (1 - 1e-12)) {
      // The change has the opposite sign.
      for (let j = 0; j < n; j++) table[m * width + j] += 2 * cost[left] * table[at + j]
      for (let j = 0; j <= n; j++) table[at + j] = -table[at + j]
      signs[left] = -signs[left]
      continue
    }
    if (column < 0) return null
    if (table[at + column] > 0) {
      const entering = free[column]
      for (let i = 0; i <= m; i++) table[i * width + column] = -table[i * width + column]
      table[m * width + column] += 2 * cost[entering]
      signs[entering] = -signs[entering]
    }
    pivot(table, m, width, row, column)
    basic[row] = free[column]
    free[column] = isFixed(left) ? DEAD : left
  }
  const changes = new Float64Array(n)
  for (let i = 0; i < m; i++) if (basic[i] < n) changes[basic[i]] = signs[basic[i]] * table[i * width + n]
  return changes
}

/** Exchanges the variables of a row and a column of the table; its last row has the reduced costs. */
function pivot(table: Float64Array, m: number, width: number, row: number, column: number): void {
  const at = row * width
  const by = 1 / table[at + column]
  for (let j = 0; j < width; j++) table[at + j] *= by
  table[at + column] = by
  for (let i = 0; i <= m; i++) {
    if (i === row) continue
    const own = i * width
    const factor = table[own + column]
    if (factor === 0) continue
    for (let j = 0; j < width; j++) table[own + j] -= factor * table[at + j]
    table[own + column] = -factor * by
  }
}
