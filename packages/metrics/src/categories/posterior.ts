import { keyClasses, log, sumOver } from '@sdc/stats'

/** Categorical column of some records, or of rows with several records each, before and after masking. */
export interface ColumnPairs {
  /** Number of records of each row; 1 by default. */
  readonly counts?: Float64Array | undefined
  /** Original category of each record, −1 if missing or unknown. */
  readonly from: Int32Array
  /** Masked category of each record, −1 if missing. */
  readonly to: Int32Array
  /** Original category of the same name for each masked category, −1 if there is none. */
  readonly same: Int32Array
  /** t, the prior share of each original category; the sum is 1. */
  readonly prior: Float64Array
}

/** Remaining uncertainty about an original value, given the masked one. */
export interface Posterior {
  /** H(V | V′ = j) of each record, in nats; NaN for a record that does not count. */
  readonly entropy: Float64Array
  /** p(i | j) of the original category of each record; NaN if unknown. */
  readonly own: Float64Array
}

/**
 * Returns H(V) = −Σ t log t, in nats; a category with share 0 counts 0.
 *
 * @param shares - t, with sum 1.
 * @returns The entropy.
 */
export function entropyOf(shares: Float64Array): number {
  return -sumOver(shares.length, (i) => timesLog(shares[i]))
}

/**
 * Estimates the posterior of the original category given each masked one, from the records with a known original.
 *
 * P_ij = n_ij/n_i and p(i | j) ∝ t_i P_ij, so that with the original's own shares p(i | j) = n_ij/n_j. With `coverage`
 * this counts only as far as the pairs of category j cover its possible originals (Good and Turing). Then p ← C_j·p +
 * (1 − C_j)·t, with C_j = 1 − s_j/n_j and s_j the pairs (i, j) with one record. Otherwise a unique value would disclose
 * its record's original to a user of the masked file, regardless of the masking. Unchanged categories (i = j) do not
 * count. In a category j that the original lacks, a pair (i, j) does not count if i has no other target and j has other
 * sources. Such pairs are recodings, and j represents the set of its sources. Missing is a category like others.
 *
 * @param pairs - Records with `from` −1 do not count.
 * @param coverage - True to apply the correction.
 * @returns Entropy and own probability, by record. Cost: O(n + C), for any number of categories. Source: Kooiman,
 *   Willenborg & Gouweleeuw 1997; Good 1953 for the coverage.
 */
export function estimatedPosterior({ counts, from, to, same, prior }: ColumnPairs, coverage: boolean): Posterior {
  const known = Int32Array.from(from.keys()).filter((r) => from[r] >= 0)
  const entropy = new Float64Array(from.length).fill(Number.NaN)
  const own = new Float64Array(from.length).fill(Number.NaN)
  if (known.length === 0) return { entropy, own }
  const places = same.length + 1
  const place = (r: number): number => (to[r] < 0 ? same.length : to[r])
  const { ids, firsts } = keyClasses([known.map((r) => from[r]), known.map((r) => to[r])])
  const sizes = new Float64Array(firsts.length)
  const ofFrom = new Float64Array(prior.length)
  const ofTo = new Float64Array(places)
  known.forEach((r, at) => {
    const count = counts ? counts[r] : 1
    ofFrom[from[r]] += count
    ofTo[place(r)] += count
    sizes[ids[at]] += count
  })
  const weight = Float64Array.from(
    firsts,
    (at, cell) => (prior[from[known[at]]] * sizes[cell]) / ofFrom[from[known[at]]],
  )
  /** Returns true if a pair with one record contains no information on other records of its masked category. */
  const isOpen = (r: number): boolean => {
    if (to[r] < 0) return true
    const own = same[to[r]]
    return own >= 0 ? own !== from[r] : ofFrom[from[r]] > 1 || ofTo[to[r]] === 1
  }
  const total = new Float64Array(places)
  const alone = new Float64Array(places)
  firsts.forEach((at, cell) => {
    const r = known[at]
    total[place(r)] += weight[cell]
    if (coverage && sizes[cell] === 1 && isOpen(r)) alone[place(r)]++
  })
  const open = alone.map((singles, j) => (ofTo[j] > 0 ? singles / ofTo[j] : 0))
  const p = Float64Array.from(firsts, (at, cell) => {
    const j = place(known[at])
    return (1 - open[j]) * (total[j] > 0 ? weight[cell] / total[j] : 0) + open[j] * prior[from[known[at]]]
  })
  const seen = new Float64Array(places)
  const seenShare = new Float64Array(places)
  const seenLog = new Float64Array(places)
  firsts.forEach((at, cell) => {
    const j = place(known[at])
    const t = prior[from[known[at]]]
    seen[j] -= timesLog(p[cell])
    seenShare[j] += t
    seenLog[j] += timesLog(t)
  })
  const allLog = -entropyOf(prior)
  // Categories without records in j have probability (1 − C)·t each.
  const rest = (j: number): number =>
    open[j] === 0 ? 0 : -open[j] * (allLog - seenLog[j] + Math.max(0, 1 - seenShare[j]) * log(open[j]))
  const ofPlace = Float64Array.from(seen, (sum, j) => Math.max(0, sum + rest(j)))
  known.forEach((r, at) => {
    entropy[r] = ofPlace[place(r)]
    own[r] = p[ids[at]]
  })
  return { entropy, own }
}

/**
 * Returns the posterior of the original category under a known matrix: p(i | j) = t_i P_ij/Σ_k t_k P_kj. A missing
 * value does not change the prior: p = t.
 *
 * @param pairs - Records of all masked categories; their original may be unknown.
 * @param matrix - Probability of each masked category, by original category.
 * @returns Entropy and own probability, by record; both NaN if the matrix has probability 0 for the masked category.
 *   Cost: O(n + C·C′).
 */
export function givenPosterior({ from, to, same, prior }: ColumnPairs, matrix: readonly Float64Array[]): Posterior {
  const total = new Float64Array(same.length)
  for (let i = 0; i < prior.length; i++) for (let j = 0; j < total.length; j++) total[j] += prior[i] * matrix[i][j]
  const p = (i: number, j: number): number => (prior[i] * matrix[i][j]) / total[j]
  const ofPlace = Float64Array.from(same, (_, j) =>
    total[j] > 0 ? Math.max(0, -sumOver(prior.length, (i) => timesLog(p(i, j)))) : Number.NaN,
  )
  const unknown = entropyOf(prior)
  return {
    entropy: Float64Array.from(to, (j) => (j < 0 ? unknown : ofPlace[j])),
    own: Float64Array.from(from, (i, r) => (i < 0 ? Number.NaN : to[r] < 0 ? prior[i] : p(i, to[r]))),
  }
}

/** Returns p log p, 0 at 0. */
function timesLog(p: number): number {
  return p > 0 ? p * log(p) : 0
}
