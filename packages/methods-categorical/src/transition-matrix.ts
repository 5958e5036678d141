/** Rows of probabilities: `matrix[k][l]` is the probability that category k becomes category l. */
export type TransitionMatrix = readonly Float64Array[]

/** Test whether category k may become category l: with a band, only categories at most so many levels apart. */
export type Near = (k: number, l: number) => boolean

const everywhere: Near = () => true

/**
 * P_kk = stay_k, and the same probability for every other category that is near: (1 − stay_k)/m of the m that occur.
 *
 * A category that occurs nowhere (t = 0) keeps an identity row, and no record becomes it; so does one that is alone.
 *
 * @param shares - t, how often each of the L categories occurs: counts or shares.
 * @param stay - The diagonal, one number in [0, 1] for each category.
 * @param isNear - Which categories one may become; without, all of them.
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
 * Invariant matrix R = P·Q with Q_kl = P_lk t_l / Σ_m P_mk t_m, for which tᵀR = tᵀ: in the masked column every category
 * is expected as often as in the original.
 *
 * Q is what Bayes' rule says of the original category of a record that P made k, so PQ masks and then draws from that.
 * A category that occurs nowhere (t_l = 0) has an identity row.
 *
 * @param matrix - P, L × L, every row a distribution.
 * @param shares - t, counts or shares.
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
      const [p, to] = [matrix[k][m], q[m]]
      if (p > 0) for (let l = 0; l < size; l++) row[l] += p * to[l]
    }
    return row
  })
}

/**
 * The matrix with what leads beyond the band given back to the diagonal: Pr{k stays k} grows by it.
 *
 * An invariant matrix PQ stays one, since its flows t_k·R_kl are symmetric: as much is kept from going k → l as l → k. Its
 * two stages go up to twice as far as one of them, so this is what keeps them within the band.
 *
 * @param matrix - L × L.
 * @param isNear - Which categories one may become.
 */
export function withinBand(matrix: TransitionMatrix, isNear: Near = everywhere): TransitionMatrix {
  return matrix.map((row, k) => {
    const kept = row.map((p, l) => (isNear(k, l) ? p : 0))
    row.forEach((p, l) => (kept[k] += isNear(k, l) ? 0 : p))
    return kept
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
