import { pow } from '../mathematics/index.js'
import { squaredDistance } from './k-means.js'

/** Records that belong to each cluster by a degree. */
export interface FuzzyCMeans {
  /** n × c, record after record: u_ik ≥ 0, Σ_k u_ik = 1. */
  readonly memberships: Float64Array
  /** c × d. */
  readonly centres: Float64Array
  /** J = Σ_i Σ_k u_ik^m ‖x_i − v_k‖², of these memberships and the centres they were computed from. */
  readonly objective: number
  readonly iterations: number
  /** Whether no membership changed by more than the tolerance in the last iteration. */
  readonly converged: boolean
}

export interface FuzzyCMeansOptions {
  /** m > 1: near 1 clusters are crisp; default 2. */
  readonly fuzzifier?: number
  /** It stops where no membership changes by more; default 1e-6. */
  readonly tolerance?: number
  /** It stops after so many iterations; default 2000. */
  readonly most?: number
}

/**
 * Fuzzy c-means: memberships and centres that make Σ u_ik^m ‖x_i − v_k‖² a local minimum, in turns.
 *
 * u_ik = ‖x_i − v_k‖^(−2/(m−1)) / Σ_l ‖x_i − v_l‖^(−2/(m−1)), v_k = Σ_i u_ik^m x_i / Σ_i u_ik^m. A record that lies on centres
 * belongs to these alone, in equal parts. A centre that no record has a part in stays where it is.
 *
 * @param points - n × d, record after record, finite; squares of differences must be doubles.
 * @param d - The number of columns.
 * @param starts - c × d, the centres to start from.
 * @param options - m, and when to stop.
 * @returns What the last iteration has.
 * @throws RangeError where the sizes do not fit, or m is not above 1.
 *
 * Cost: O(ncd) an iteration, of which some hundreds are usual.
 * Source: Bezdek 1981.
 */
export function fuzzyCMeans(
  points: Float64Array,
  d: number,
  starts: Float64Array,
  { fuzzifier = 2, tolerance = 1e-6, most = 2000 }: FuzzyCMeansOptions = {},
): FuzzyCMeans {
  const n = points.length / d
  const c = starts.length / d
  if (!(Number.isInteger(n) && Number.isInteger(c) && c >= 1))
    throw new RangeError(`${points.length} and ${starts.length} coordinates are no records and centres of ${d} columns`)
  if (!(fuzzifier > 1)) throw new RangeError(`memberships have a fuzzifier above 1, not ${fuzzifier}`)
  const centres = starts.slice()
  const memberships = new Float64Array(n * c)
  const toMembership = powerOf(1 / (fuzzifier - 1))
  const toWeight = powerOf(fuzzifier)
  const gaps = new Float64Array(c)
  const parts = new Float64Array(c)
  let objective = 0
  let iterations = 0
  let change = Number.POSITIVE_INFINITY
  while (change > tolerance && iterations < most) {
    const sums = new Float64Array(c * d)
    const weights = new Float64Array(c)
    objective = 0
    change = 0
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < c; k++) gaps[k] = squaredDistance(points, i * d, centres, k * d, d)
      membershipsOf(gaps, parts, toMembership)
      for (let k = 0; k < c; k++) {
        const at = i * c + k
        change = Math.max(change, Math.abs(parts[k] - memberships[at]))
        memberships[at] = parts[k]
        const weight = toWeight(parts[k])
        objective += weight * gaps[k]
        weights[k] += weight
        for (let j = 0, to = k * d, from = i * d; j < d; j++) sums[to + j] += weight * points[from + j]
      }
    }
    iterations++
    // The centres stay those that the memberships were computed from.
    if (change <= tolerance || iterations === most) break
    for (let k = 0; k < c; k++)
      if (weights[k] > 0) for (let at = k * d; at < (k + 1) * d; at++) centres[at] = sums[at] / weights[k]
  }
  return { memberships, centres, objective, iterations, converged: change <= tolerance }
}

/** u_k ∝ (least gap/gap_k)^(1/(m−1)): ratios, so that no power overflows. */
function membershipsOf(gaps: Float64Array, parts: Float64Array, power: (value: number) => number): void {
  let least = gaps[0]
  for (let k = 1; k < gaps.length; k++) if (gaps[k] < least) least = gaps[k]
  let sum = 0
  for (let k = 0; k < gaps.length; k++) {
    parts[k] = gaps[k] === least ? 1 : power(least / gaps[k])
    sum += parts[k]
  }
  for (let k = 0; k < gaps.length; k++) parts[k] /= sum
}

/** v ↦ v^exponent, by products and roots where that is the same: a general power takes ten times as long. */
function powerOf(exponent: number): (value: number) => number {
  if (exponent === 1) return (value) => value
  if (exponent === 2) return (value) => value * value
  if (exponent === 1.5) return (value) => value * Math.sqrt(value)
  return (value) => (value === 0 ? 0 : pow(value, exponent))
}
