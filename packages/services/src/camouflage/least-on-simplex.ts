/**
 * Lower limit of min λ′Cλ over the simplex, equal to the minimum except for rounding; C is positive semidefinite.
 *
 * The minimum solves C_SS·λ = μ·1, 1′λ = 1 on a set S of vertices (the active set). All 2^k − 1 sets are tried, except
 * those without a unique solution, since a smaller set has the same minimum. For every λ, by convexity, min ≥ 2·min_j
 * (Cλ)_j − λ′Cλ, with equality at the minimum. The greatest of these limits is returned, so it holds despite rounding.
 *
 * @param c - k rows of k numbers, k up to 16.
 * @returns The limit, at most the minimum.
 *
 * Cost: O(2^k·k³).
 */
export function leastOnSimplex(c: readonly Float64Array[]): number {
  const k = c.length
  let best = -Infinity
  for (let set = 1; set < 1 << k; set++) {
    const members = Array.from({ length: k }, (_, j) => j).filter((j) => (set >> j) & 1)
    const lambda = stationary(c, members)
    if (lambda === null) continue
    const gradient = c.map((row) => members.reduce((sum, j, s) => sum + row[j] * lambda[s], 0))
    const value = members.reduce((sum, j, s) => sum + lambda[s] * gradient[j], 0)
    best = Math.max(best, 2 * Math.min(...gradient) - value)
  }
  return best
}

/** λ > 0 on the members with sum 1 and C_SS·λ constant; null if there is none, or more than one. */
function stationary(c: readonly Float64Array[], members: readonly number[]): Float64Array | null {
  const m = members.length
  const scale = Math.max(...members.map((j) => c[j][j])) || 1
  const rows = members.map((i) => [...members.map((j) => c[i][j] / scale), -1, 0])
  rows.push([...members.map(() => 1), 0, 1])
  const solved = solve(rows)
  if (solved === null) return null
  const lambda = solved.subarray(0, m)
  if (lambda.some((share) => share < 0)) return null
  const total = lambda.reduce((sum, share) => sum + share, 0)
  return lambda.map((share) => share / total)
}

/**
 * Solves linear equations by Gaussian elimination with row pivots.
 *
 * @param rows - n rows of n coefficients and the right-hand side; overwritten.
 * @returns The solution; null if a pivot is only rounding error.
 */
export function solve(rows: number[][]): Float64Array | null {
  const n = rows.length
  const largest = Math.max(...rows.flatMap((row) => row.slice(0, n).map(Math.abs)))
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r
    if (!(Math.abs(rows[pivot][c]) > 1e-13 * largest)) return null
    ;[rows[c], rows[pivot]] = [rows[pivot], rows[c]]
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r][c] / rows[c][c]
      for (let d = c; d <= n; d++) rows[r][d] -= factor * rows[c][d]
    }
  }
  const x = new Float64Array(n)
  for (let r = n - 1; r >= 0; r--) {
    let rest = rows[r][n]
    for (let d = r + 1; d < n; d++) rest -= rows[r][d] * x[d]
    x[r] = rest / rows[r][r]
  }
  return x
}
