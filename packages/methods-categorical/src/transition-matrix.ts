/** Rows of probabilities: `matrix[k][l]` is the probability that category k becomes category l. */
export type TransitionMatrix = readonly Float64Array[]

/**
 * P_kk = stay_k, and the same probability for every other category: (1 − stay_k)/(m − 1) of the m that occur.
 *
 * A category that occurs nowhere (t = 0) keeps an identity row, and no record becomes it; so does one that is alone.
 *
 * @param shares t, how often each of the L categories occurs: counts or shares.
 * @param stay the diagonal, one number in [0, 1] for each category.
 * Cost: O(L²).
 */
export function diagonalMatrix(shares: Float64Array, stay: Float64Array): TransitionMatrix {
  const others = shares.reduce((count, share) => count + (share > 0 ? 1 : 0), 0) - 1
  return Array.from(shares, (own, k) => {
    if (own === 0 || others < 1) return identityRow(shares.length, k)
    const move = (1 - stay[k]) / others
    return shares.map((share, l) => (l === k ? stay[k] : share > 0 ? move : 0))
  })
}

/**
 * The invariant matrix R = P·Q with Q_kl = P_lk t_l / Σ_m P_mk t_m, for which tᵀR = tᵀ: masking by it, every category is
 * expected as often as it was.
 *
 * Q is what Bayes' rule says of the original category of a record that P made k, so PQ masks and then draws from that.
 * A category that occurs nowhere (t_l = 0) has an identity row.
 *
 * @param matrix P, L × L, every row a distribution.
 * @param shares t, counts or shares.
 * Cost: O(L³).
 * Source: Kooiman, Willenborg & Gouweleeuw 1997, invariant PRAM in two stages.
 */
export function invariantMatrix(matrix: TransitionMatrix, shares: Float64Array): TransitionMatrix {
  const size = shares.length
  const back = shares.map(() => 0)
  for (let m = 0; m < size; m++) for (let k = 0; k < size; k++) back[k] += matrix[m][k] * shares[m]
  // Q, row by row; a category that nothing becomes is passed by no record.
  const q = Array.from(back, (sum, k) => shares.map((share, l) => (sum > 0 ? (matrix[l][k] * share) / sum : 0)))
  return Array.from(shares, (own, k) => {
    if (own === 0) return identityRow(size, k)
    const row = new Float64Array(size)
    for (let m = 0; m < size; m++) {
      const p = matrix[k][m]
      if (p > 0) for (let l = 0; l < size; l++) row[l] += p * q[m][l]
    }
    return row
  })
}

/** αM + (1 − α)I: with α < 1 more records keep their category. It is invariant where M is. */
export function mixedWithIdentity(matrix: TransitionMatrix, alpha: number): TransitionMatrix {
  return matrix.map((row, k) => row.map((p, l) => alpha * p + (l === k ? 1 - alpha : 0)))
}

function identityRow(size: number, k: number): Float64Array {
  const row = new Float64Array(size)
  row[k] = 1
  return row
}
