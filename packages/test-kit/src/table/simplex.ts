/** Smaller sums are rounding errors: the right sides are scaled to at most 1, the rows contain −1, 0 and 1. */
const ROUNDING = 1e-9

/** A linear program in standard form that keeps its last vertex: `greatest` is called for one cost after the other. */
export interface Simplex {
  /**
   * Returns the greatest cost·x over all x ≥ 0 with the rows' sums.
   *
   * @param cost - One number a column.
   * @returns The maximum; Infinity if it is unbounded.
   */
  greatest(cost: Float64Array): number
}

/**
 * Opens a linear program for the plain simplex method on a dense table, by Bland's rule, which does not cycle. It is
 * slow and short, and independent of any solver that a plugin may use.
 *
 * @param rows - Coefficients, a row an equation.
 * @param sums - Right side of each row.
 * @param size - Greatest number that the sums were computed from: values small relative to it are rounding errors.
 * @returns The program, at a first vertex; undefined if there is none.
 */
export function openSimplex(
  rows: readonly Float64Array[],
  sums: Float64Array,
  size: number = Math.max(...sums.map(Math.abs), 0),
): Simplex | undefined {
  const columns = rows.at(0)?.length ?? 0
  const scale = size || 1
  // Coefficients, an artificial column for each row, and the right side.
  const width = columns + rows.length + 1
  let tableau = rows.map((row, r) => {
    const sign = sums[r] < 0 ? -1 : 1
    const made = new Float64Array(width)
    row.forEach((value, j) => (made[j] = sign * value))
    made[columns + r] = 1
    made[width - 1] = (sign * sums[r]) / scale
    return made
  })
  let basis = rows.map((_, r) => columns + r)
  const artificial = Float64Array.from({ length: width - 1 }, (_, j) => (j < columns ? 0 : -1))
  const start = climb(tableau, basis, artificial, width - 1)
  if (!(start >= -ROUNDING * Math.max(1, rows.length))) return undefined
  // Remaining artificial columns are 0: each leaves the basis, or its row is redundant.
  basis.forEach((column, r) => {
    const other = column < columns ? -1 : tableau[r].subarray(0, columns).findIndex((one) => Math.abs(one) > ROUNDING)
    if (other >= 0) pivot(tableau, basis, r, other)
  })
  tableau = tableau.filter((_, r) => basis[r] < columns)
  basis = basis.filter((column) => column < columns)
  return { greatest: (cost) => scale * climb(tableau, basis, cost, columns) }
}

/** Moves from vertex to better vertex, over the first columns; returns the best value. */
function climb(tableau: readonly Float64Array[], basis: number[], cost: Float64Array, columns: number): number {
  // Gain of one unit of each column, and in the last place the value with the opposite sign.
  const gain = new Float64Array(tableau.at(0)?.length ?? columns + 1)
  gain.set(cost.subarray(0, columns))
  basis.forEach((column, r) => {
    const times = cost[column]
    if (times !== 0) for (let j = 0; j < gain.length; j++) gain[j] -= times * tableau[r][j]
  })
  for (;;) {
    const entering = gain.subarray(0, columns).findIndex((one) => one > ROUNDING)
    if (entering < 0) return basis.reduce((sum, column, r) => sum + cost[column] * (tableau[r].at(-1) ?? Number.NaN), 0)
    const leaving = leavingRow(tableau, basis, entering)
    if (leaving < 0) return Infinity
    pivot(tableau, basis, leaving, entering)
    const times = gain[entering]
    for (let j = 0; j < gain.length; j++) gain[j] -= times * tableau[leaving][j]
  }
}

/** Row that limits the column first; of equal ones the row whose basis column is first. */
function leavingRow(tableau: readonly Float64Array[], basis: readonly number[], column: number): number {
  let leaving = -1
  let least = Infinity
  tableau.forEach((row, r) => {
    if (!(row[column] > ROUNDING)) return
    const ratio = Math.max(0, row[row.length - 1]) / row[column]
    if (ratio > least || (ratio === least && basis[r] > basis[leaving])) return
    least = ratio
    leaving = r
  })
  return leaving
}

function pivot(tableau: readonly Float64Array[], basis: number[], row: number, column: number): void {
  const own = tableau[row]
  const by = own[column]
  for (let j = 0; j < own.length; j++) own[j] /= by
  tableau.forEach((other, r) => {
    const times = other[column]
    if (r === row || times === 0) return
    for (let j = 0; j < own.length; j++) other[j] -= times * own[j]
  })
  basis[row] = column
}
