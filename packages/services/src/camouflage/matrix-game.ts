/** Value of the game: max over λ on the simplex of min_i Σ_j λ_j·p_ij. */
export interface GameValue {
  /** λ that attains the value, except for rounding. */
  readonly lambda: Float64Array
  /** Upper limit of the value, valid despite rounding: the limit from the dual solution. */
  readonly bound: number
}

/** Maximum number of pivots; a game of a few hundred rows takes a few dozen. */
const MOST_PIVOTS = 2000

/**
 * Solves a matrix game by the simplex method.
 *
 * With all payoffs mapped to [1, 2], the dual program is max Σ y_i with Σ_i y_i·p_ij ≤ 1 for all j, y ≥ 0. It starts at
 * 0, and has one constraint per column. μ = y/Σy is the worst mix of rows. For every μ, the value is at most max_j Σ_i
 * μ_i·p_ij; this limit is returned. λ is read off the reduced costs. Bland's rule prevents cycles.
 *
 * @param payoffs - m rows of k numbers, m ≥ 1.
 * @returns λ and the upper limit of the value.
 *
 * Cost: O(k·(m + k)) a pivot.
 */
export function matrixGame(payoffs: readonly Float64Array[]): GameValue {
  const m = payoffs.length
  const k = payoffs[0].length
  let least = Infinity
  let most = -Infinity
  for (const row of payoffs) {
    for (const value of row) {
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  }
  const spread = most - least
  if (spread === 0) return { lambda: new Float64Array(k).fill(1 / k), bound: least }
  const width = m + k + 1
  // A row for each constraint j: the coefficients of y, those of the slacks, the right-hand side. The last row is the cost.
  const tableau = Array.from({ length: k + 1 }, (_, j) => {
    const row = new Float64Array(width)
    for (let i = 0; i < m; i++) row[i] = j === k ? -1 : 1 + (payoffs[i][j] - least) / spread
    if (j < k) {
      row[m + j] = 1
      row[width - 1] = 1
    }
    return row
  })
  const basis = Int32Array.from({ length: k }, (_, j) => m + j)
  for (let pivots = 0; pivots < MOST_PIVOTS; pivots++) {
    const cost = tableau[k]
    const enters = cost.subarray(0, width - 1).findIndex((one) => one < -1e-13)
    if (enters < 0) break
    const leaves = leaving(tableau, basis, enters)
    if (leaves < 0) break
    pivot(tableau, leaves, enters)
    basis[leaves] = enters
  }
  const mix = new Float64Array(m)
  basis.forEach((variable, j) => {
    if (variable < m) mix[variable] = Math.max(0, tableau[j][width - 1])
  })
  const total = mix.reduce((sum, one) => sum + one, 0)
  let bound = -Infinity
  for (let j = 0; j < k; j++) bound = Math.max(bound, mix.reduce((sum, one, i) => sum + (one / total) * payoffs[i][j], 0)) // oxfmt-ignore
  const prices = tableau[k].slice(m, m + k).map((one) => Math.max(0, one))
  const price = prices.reduce((sum, one) => sum + one, 0)
  return { lambda: prices.map((one) => one / price), bound }
}

/** The row whose right-hand side is the least multiple of the column that enters; of several the first variable. */
function leaving(tableau: readonly Float64Array[], basis: Int32Array, enters: number): number {
  let best = -1
  let least = Infinity
  for (let j = 0; j < basis.length; j++) {
    const row = tableau[j]
    if (row[enters] <= 1e-13) continue
    const ratio = row[row.length - 1] / row[enters]
    if (ratio < least || (ratio === least && basis[j] < basis[best])) {
      least = ratio
      best = j
    }
  }
  return best
}

function pivot(tableau: readonly Float64Array[], at: number, enters: number): void {
  const own = tableau[at]
  const by = own[enters]
  for (let c = 0; c < own.length; c++) own[c] /= by
  for (const row of tableau) {
    if (row === own) continue
    const factor = row[enters]
    if (factor === 0) continue
    for (let c = 0; c < own.length; c++) row[c] -= factor * own[c]
  }
}
