/** Rows of probabilities: `matrix[k][l]` is the probability that category k becomes category l. */
export type TransitionMatrix = readonly Float64Array[]

/** Tests if category k may become category l: with a band, only categories at most so many levels apart. */
export type Near = (k: number, l: number) => boolean

const everywhere: Near = () => true

/**
 * Makes the matrix with P_kk = stay_k, and the same probability for every other near category: (1 − stay_k)/m for the m
 * that occur.
 *
 * A category that does not occur (t = 0) keeps an identity row, and no record becomes it; so does one without other
 * categories.
 *
 * @param shares - t, frequency of each of the L categories: counts or shares.
 * @param stay - Diagonal, one number in [0, 1] for each category.
 * @param isNear - Categories that one may become; default all.
 * @returns The matrix, L × L.
 *
 * Cost: O(L²).
 */
export function diagonalMatrix(shares: Float64Array, stay: Float64Array, isNear: Near = everywhere): TransitionMatrix {
  return Array.from(shares, (own, k) => {
    const canBecome = (l: number): boolean => l !== k && shares[l] > 0 && isNear(k, l)
    const others = shares.reduce((count, _, l) => count + (canBecome(l) ? 1 : 0), 0)
    if (own === 0 || others < 1) return identityRow(shares.length, k)
    const move = (1 - stay[k]) / others
    return shares.map((_, l) => (l === k ? stay[k] : canBecome(l) ? move : 0))
  })
}

/**
 * Makes the invariant matrix R = P·Q with Q_kl = P_lk t_l / Σ_m P_mk t_m, for which tᵀR = tᵀ: the masked column has
 * every category, in expectation, as often as the original.
 *
 * Q is the law of the original category of a record that P made k, by Bayes' rule, so PQ masks and then draws from
 * that. A category that does not occur (t_l = 0) has an identity row.
 *
 * @param matrix - P, L × L, every row a distribution.
 * @param shares - t, counts or shares.
 * @returns R, L × L.
 *
 * Cost: O(L³).
 * Source: Kooiman, Willenborg & Gouweleeuw 1997, invariant PRAM in two stages.
 */
export function invariantMatrix(matrix: TransitionMatrix, shares: Float64Array): TransitionMatrix {
  const size = shares.length
  const back = shares.map(() => 0)
  for (let m = 0; m < size; m++) for (let k = 0; k < size; k++) back[k] += matrix[m][k] * shares[m]
  // Q, row by row; no record passes through a category that nothing becomes.
  const q = Array.from(back, (sum, k) => shares.map((share, l) => (sum > 0 ? (matrix[l][k] * share) / sum : 0)))
  return Array.from(shares, (own, k) => {
    if (own === 0) return identityRow(size, k)
    const row = new Float64Array(size)
    for (let m = 0; m < size; m++) {
      const [p, to] = [matrix[k][m], q[m]]
      if (p > 0) for (let l = 0; l < size; l++) row[l] += p * to[l]
    }
    return row
  })
}

/**
 * Limits a matrix to the band: probabilities that lead beyond it are added to the diagonal.
 *
 * An invariant matrix PQ stays invariant, since its flows t_k·R_kl are symmetric: k → l loses as much as l → k. The two
 * stages of PQ reach up to twice as far as one of them, and this step limits them to the band.
 *
 * @param matrix - L × L.
 * @param isNear - Categories that one may become.
 * @returns The limited matrix.
 */
export function withinBand(matrix: TransitionMatrix, isNear: Near = everywhere): TransitionMatrix {
  return matrix.map((row, k) => {
    const kept = row.map((p, l) => (isNear(k, l) ? p : 0))
    row.forEach((p, l) => (kept[k] += isNear(k, l) ? 0 : p))
    return kept
  })
}

/**
 * Computes αM + (1 − α)I: with α < 1 more records keep their category. It is invariant if M is.
 *
 * @param matrix - M, L × L.
 * @param alpha - α, from 0 to 1.
 * @returns The mixture.
 */
export function mixedWithIdentity(matrix: TransitionMatrix, alpha: number): TransitionMatrix {
  return matrix.map((row, k) => row.map((p, l) => alpha * p + (l === k ? 1 - alpha : 0)))
}

function identityRow(size: number, k: number): Float64Array {
  const row = new Float64Array(size)
  row[k] = 1
  return row
}
