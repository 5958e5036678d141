import { pow } from '../mathematics/index.js'

/** Fuzzy clusters: records with degrees of membership. */
export interface FuzzyCMeans {
  /** Memberships, n × c, record after record: u_ik ≥ 0, Σ_k u_ik = 1. */
  readonly memberships: Float64Array
  /** Centres, c × d. */
  readonly centres: Float64Array
  /** J = Σ_i Σ_k u_ik^m ‖x_i − v_k‖², for these memberships and the centres they were computed from. */
  readonly objective: number
  readonly iterations: number
  /** True if no membership changed by more than the tolerance in the last iteration. */
  readonly converged: boolean
}

export interface FuzzyCMeansOptions {
  /** m > 1: clusters are crisp near 1; default 2. */
  readonly fuzzifier?: number
  /** Largest change of a membership at which the iteration stops; default 1e-6. */
  readonly tolerance?: number
  /** Maximum number of iterations; default 2000. */
  readonly most?: number
}

/**
 * Fuzzy c-means: finds memberships and centres with a local minimum of Σ u_ik^m ‖x_i − v_k‖², by updating both in turn.
 *
 * u_ik = ‖x_i − v_k‖^(−2/(m−1)) / Σ_l ‖x_i − v_l‖^(−2/(m−1)), v_k = Σ_i u_ik^m x_i / Σ_i u_ik^m. A record at the place
 * of centres belongs to these only, in equal shares. A centre without members stays in its place.
 *
 * @param points - n × d, record after record, finite; squares of differences must be doubles.
 * @param d - Number of columns.
 * @param starts - c × d, the centres to start from.
 * @param options - m, and when to stop.
 * @returns Memberships, centres and objective of the last iteration.
 * @throws RangeError if the sizes do not fit, or m is not above 1.
 *
 * Cost: O(ncd) per iteration; some hundreds of iterations are usual.
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
    throw new RangeError(
      `${points.length} and ${starts.length} coordinates do not make records and centres of ${d} columns`,
    )
  if (!(fuzzifier > 1)) throw new RangeError(`memberships have a fuzzifier above 1, not ${fuzzifier}`)
  const toMembership = powerOf(1 / (fuzzifier - 1))
  const toWeight = powerOf(fuzzifier)
  const memberships = new Float64Array(n * c)
  // Four sums at a time are computed independently: a single sum has to wait for each of its terms.
  const width = (d + 3) & ~3
  const lanes = (c + 3) & ~3
  const rows = new Float64Array(n * width)
  for (let i = 0; i < n; i++) rows.set(points.subarray(i * d, i * d + d), i * width)
  // d × c, so that four centres are adjacent in memory.
  const columns = new Float64Array(d * lanes)
  for (let k = 0; k < c; k++) for (let j = 0; j < d; j++) columns[j * lanes + k] = starts[k * d + j]
  const gaps = new Float64Array(lanes)
  const weights = new Float64Array(RECORDS * c)
  let objective = 0
  let iterations = 0
  let change = Number.POSITIVE_INFINITY
  while (change > tolerance && iterations < most) {
    const sums = new Float64Array(c * width)
    const totals = new Float64Array(c)
    objective = 0
    change = 0
    for (let from = 0; from < n; from += RECORDS) {
      const to = Math.min(n, from + RECORDS)
      for (let i = from; i < to; i++) {
        squaredGaps(rows, i * width, columns, gaps)
        let least = gaps[0]
        for (let k = 1; k < c; k++) if (gaps[k] < least) least = gaps[k]
        // u_k ∝ (least gap/gap_k)^(1/(m−1)): ratios, so that no power overflows.
        const own = (i - from) * c
        let sum = 0
        for (let k = 0; k < c; k++) {
          const part = gaps[k] === least ? 1 : toMembership(least / gaps[k])
          weights[own + k] = part
          sum += part
        }
        for (let k = 0; k < c; k++) {
          const part = weights[own + k] / sum
          change = Math.max(change, Math.abs(part - memberships[i * c + k]))
          memberships[i * c + k] = part
          const weight = toWeight(part)
          weights[own + k] = weight
          objective += weight * gaps[k]
          totals[k] += weight
        }
      }
      addWeighted(sums, weights, rows.subarray(from * width, to * width), width)
    }
    iterations++
    // The centres stay those that the memberships were computed from.
    if (change <= tolerance || iterations === most) break
    for (let k = 0; k < c; k++)
      if (totals[k] > 0) for (let j = 0; j < d; j++) columns[j * lanes + k] = sums[k * width + j] / totals[k]
  }
  const centres = Float64Array.from(starts, (_, at) => columns[(at % d) * lanes + Math.floor(at / d)])
  return { memberships, centres, objective, iterations, converged: change <= tolerance }
}

/** Number of records for which memberships are computed before they are added to the centres. */
const RECORDS = 64

/** Computes ‖x − v_k‖² of the record at `from` and all centres, which are columns. */
function squaredGaps(rows: Float64Array, from: number, columns: Float64Array, gaps: Float64Array): void {
  const lanes = gaps.length
  for (let k = 0; k < lanes; k += 4) {
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    for (let at = k, i = from; at < columns.length; at += lanes, i++) {
      const x = rows[i]
      const g0 = x - columns[at]
      const g1 = x - columns[at + 1]
      const g2 = x - columns[at + 2]
      const g3 = x - columns[at + 3]
      s0 += g0 * g0
      s1 += g1 * g1
      s2 += g2 * g2
      s3 += g3 * g3
    }
    gaps[k] = s0
    gaps[k + 1] = s1
    gaps[k + 2] = s2
    gaps[k + 3] = s3
  }
}

/** Adds Σ_i u_ik^m x_i, record after record. */
function addWeighted(sums: Float64Array, weights: Float64Array, rows: Float64Array, width: number): void {
  const c = sums.length / width
  for (let to = 0; to < sums.length; to += 4) {
    let s0 = sums[to]
    let s1 = sums[to + 1]
    let s2 = sums[to + 2]
    let s3 = sums[to + 3]
    for (let at = to % width, k = Math.floor(to / width); at < rows.length; at += width, k += c) {
      const weight = weights[k]
      s0 += weight * rows[at]
      s1 += weight * rows[at + 1]
      s2 += weight * rows[at + 2]
      s3 += weight * rows[at + 3]
    }
    sums[to] = s0
    sums[to + 1] = s1
    sums[to + 2] = s2
    sums[to + 3] = s3
  }
}

/**
 * Returns v ↦ v^exponent. Products and roots are used if they give the same: a general power takes ten times as long.
 */
function powerOf(exponent: number): (value: number) => number {
  if (exponent === 1) return (value) => value
  if (exponent === 2) return (value) => value * value
  if (exponent === 1.5) return (value) => value * Math.sqrt(value)
  return (value) => (value === 0 ? 0 : pow(value, exponent))
}
