import { blockStream, blocksOf, log, type Rng } from '@sdc/core'
import { fromScale, toScale, type ProtectionScale } from './protection.js'

/** Limits of every entry of every vector; infinite if unknown. */
export interface DataBounds {
  readonly least: number
  readonly greatest: number
}

/** Column hidden among others: a = Σ γ_j·P^j. */
export interface Camouflage {
  /** P^1, …, P^k: n entries each, missing if the column is missing. */
  readonly vectors: readonly Float64Array[]
  /** γ_1, …, γ_k: positive, with sum 1. */
  readonly weights: Float64Array
  /** Number of redraws of entries because P^k exceeded the limits. */
  readonly redraws: number
  /** Number of discarded weightings, for which some entry fitted the limits with none of its draws. */
  readonly lostWeights: number
}

/** Record whose entry fits nowhere within the limits, and its protection interval if there is one. */
export interface NoPlace {
  readonly row: number
}

/**
 * Number of draws of an entry after which its weights are given up; with k = 3, few draws differ other than in the
 * interval's position.
 */
const ENTRY_DRAWS = 200
/** Maximum number of weights to try. */
const WEIGHT_DRAWS = 50

/**
 * Draws the weights γ: 1/(4k) each, and three quarters of a uniform draw from the simplex, Dirichlet(1, …, 1). The
 * minimum keeps P^k within 4k widths of its entry.
 *
 * @param k - Number of weights.
 * @param rng - Random stream.
 * @returns k positive numbers with sum 1.
 */
export function drawWeights(k: number, rng: Rng): Float64Array {
  // 1 − u is never 0, so no logarithm is infinite.
  const gaps = Float64Array.from({ length: k }, () => -log(1 - rng.uniform()))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return gaps.map((gap) => 0.25 / k + (0.75 * gap) / total)
}

/**
 * Draws the vectors that hide a column (confidentiality via camouflage).
 *
 * Each entry a_i is treated by itself. Its protection interval [l_i, u_i] has the scale's width and a random position around
 * a_i. Two different vectors j1, j2 ≤ k − 1 have P^j1_i = l_i and P^j2_i = u_i; the other P^j_i (j < k) are uniform in [l_i,
 * u_i]. The last is P^k_i = (a_i − Σ_(j<k) γ_j·P^j_i)/γ_k, so that a = Σ γ_j·P^j. If P^k_i exceeds the limits, only that
 * entry is redrawn.
 *
 * The position of the interval is random for a reason. With a_i at the midpoint and k = 3, all three vectors lie on a
 * line through a, and the mean of the two outer vectors is a. An intruder with these two vectors would need no
 * knowledge.
 *
 * @param values - n values, NaN if missing.
 * @param k - Number of vectors, at least 3.
 * @param scale - Scale of the protection intervals.
 * @param bounds - Limits of every entry.
 * @param rng - Random stream; weights and blocks of records each draw from a child of it.
 * @returns The vectors and weights, or the first record whose entry fits nowhere within the limits.
 *
 * Cost: O(nk).
 */
export function camouflageVectors(
  values: Float64Array,
  k: number,
  scale: ProtectionScale,
  bounds: DataBounds,
  rng: Rng,
): Camouflage | NoPlace {
  const vectors = Array.from({ length: k }, () => new Float64Array(values.length).fill(Number.NaN))
  let redraws = 0
  let stuck = -1
  for (let attempt = 0; attempt < WEIGHT_DRAWS; attempt++) {
    const own = rng.child(String(attempt))
    const weights = drawWeights(k, own.child('weights'))
    const entry = new Float64Array(k)
    stuck = -1
    for (const { index, first, end } of blocksOf(values.length)) {
      const stream = blockStream(own.child('entries'), index)
      for (let i = first; i < end && stuck < 0; i++) {
        if (Number.isNaN(values[i])) continue
        const again = drawEntry(values[i], entry, weights, scale, bounds, stream)
        if (again === -1) stuck = i
        else redraws += again
        for (let j = 0; j < k; j++) vectors[j][i] = entry[j]
      }
    }
    if (stuck < 0) return { vectors, weights, redraws, lostWeights: attempt }
    // Without a position for its interval, no weights help.
    if (placesOf(values[stuck], scale, bounds) === null) break
  }
  return { row: stuck }
}

/** Least and greatest position for the lower end of an interval; null if it fits nowhere. */
function placesOf(value: number, scale: ProtectionScale, bounds: DataBounds): readonly [number, number] | null {
  const y = toScale(value, scale)
  const least = Math.max(y - scale.width, toScale(bounds.least, scale))
  const greatest = Math.min(y, toScale(bounds.greatest, scale) - scale.width)
  return value >= bounds.least && value <= bounds.greatest && least <= greatest ? [least, greatest] : null
}

/** Draws one entry of every vector; returns the number of redraws, −1 if it was given up. */
function drawEntry(
  value: number,
  entry: Float64Array,
  weights: Float64Array,
  scale: ProtectionScale,
  { least, greatest }: DataBounds,
  stream: Rng,
): number {
  const k = entry.length
  const places = placesOf(value, scale, { least, greatest })
  if (places === null) return -1
  for (let again = 0; again < ENTRY_DRAWS; again++) {
    const y = places[0] + (places[1] - places[0]) * stream.uniform()
    // Rounding during the change of scale must not move the interval off its value or beyond the bounds.
    const low = Math.max(Math.min(fromScale(y, scale), value), least)
    const high = Math.min(Math.max(fromScale(y + scale.width, scale), value), greatest)
    const lowest = stream.int(k - 1)
    const highest = (lowest + 1 + stream.int(k - 2)) % (k - 1)
    let rest = value
    for (let j = 0; j < k - 1; j++) {
      entry[j] = j === lowest ? low : j === highest ? high : low + (high - low) * stream.uniform()
      rest -= weights[j] * entry[j]
    }
    entry[k - 1] = rest / weights[k - 1]
    if (entry[k - 1] >= least && entry[k - 1] <= greatest) return again
  }
  return -1
}
