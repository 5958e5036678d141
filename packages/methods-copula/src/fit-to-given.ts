import { Matrix } from 'ml-matrix'
import type { MidScores } from './mid-scores.js'
import { gridFor, mixtureLaw, normalSums, smoothedSteps, standardLaw, type Grid, type ScoreLaw } from './mixture-law.js'
import type { Steps } from './rank-terms.js'

/** Rank correlations this near to the original ones are what was asked for. */
const TOLERANCE = 1e-4
const ROUNDS = 30
/** The longest step, of v: |v| is 1 at most. */
const LONGEST = 0.25
/** Rounds begin with so many records of a large file. */
const SAMPLE = 65_536
const SCATTER = 7_368_787
/** A residual variance below this is rounding: the given columns determine the score. */
const DETERMINED = 1e-10

/** The columns conditioned on. */
export interface GivenScores {
  /** S*: normal scores, mean 0 and variance 1. */
  readonly scores: readonly Float64Array[]
  /** Mid-ranks, mean 0 and variance 1. */
  readonly ranks: readonly Float64Array[]
  /** C⁻¹, C = corr S*; generalised where that is singular. */
  readonly inverse: Matrix
}

/** Y* = η + σe of a column, η linear in the scores of the given ones. */
export interface ScoreModel {
  /** η, a number a record; none where nothing is given: η = 0. */
  readonly centres?: Float64Array
  readonly sigma: number
  /** Of Y*, over all records. */
  readonly law: ScoreLaw
  /** The mid-rank of the masked value as a function of Y*. */
  readonly steps: Steps
  readonly scores: MidScores
  /** The largest difference of an expected rank correlation with a given column from the original's. */
  readonly missed: number
}

/** Y* of a column that depends on no given one. `quantiles`: Φ⁻¹ of the cuts. */
export function freeScore(scores: MidScores, quantiles: Float64Array): ScoreModel {
  const steps = { thresholds: quantiles, levels: scores.levels }
  return { sigma: 1, law: standardLaw, steps, scores, missed: 0 }
}

/**
 * The weights w of S* in Y* = Σ w_k·S*_k + σe, σ² = 1 − wᵀCw, for which the masked column has the wanted Spearman
 * correlations with the given columns as these are: ties, categories and all.
 *
 *     (1/n) Σ_i E[m(Y*_i) | S*_i]·rank(S_ik) = ρ_k·sd(m), k = 1 … q
 *
 * m is the mid-rank of the masked value, a step function of Y* with steps d_s at t_s, the quantiles of Y* over all
 * records, whose law is no normal one where that of S* is not; E[m | η] = m_0 + Σ_s d_s·Φ((η − t_s)/σ). Begins at the
 * regression of the column's own normal scores on S*, which is right where neither has ties, and goes on by Broyden's
 * method, in v: w = C⁻¹r, r = v·(2 − |v|), |v|² = vᵀC⁻¹v ≤ 1, since the correlation of a tied column has an infinite slope
 * in r where σ = 0, and a finite one in v. Where no weights reach the target, the nearest that were tried are taken.
 * Cost: O(nq) a round, of which there are 1 to 30. Source: Broyden 1965, the first method.
 *
 * @param quantiles Φ⁻¹ of the cuts of `scores`
 * @param target Spearman's correlations, q
 * @param start correlations of the column's normal scores with S*, q
 */
export function fitToGiven(
  scores: MidScores,
  quantiles: Float64Array,
  target: Float64Array,
  start: Float64Array,
  given: GivenScores,
): ScoreModel {
  const q = target.length
  const norm = (v: Float64Array): number => Math.sqrt(Math.max(0, dot(v, times(given.inverse, v))))
  const length = Math.min(1, norm(start))
  let v: Float64Array = start.map((r) => (length > 0 ? (r * (1 - Math.sqrt(1 - length))) / norm(start) : 0))
  // The inverse of the Jacobian: ρ is about r, and the slope of r in v across the start is 2 − |v|.
  const inverse = Matrix.eye(q).mul(1 / (2 - norm(v)))
  const wanted = { scores, quantiles, target }
  let best: Trial | undefined
  for (const part of given.scores[0].length > 2 * SAMPLE ? [sampleOf(given), given] : [given]) {
    best = search((next) => trial(next, wanted, part), v, inverse, norm)
    v = best.v
  }
  if (best === undefined) throw new RangeError('there is no given column')
  const { centres, law, steps, sigma, missed } = best
  return { centres, sigma, law, steps, scores, missed }
}

/** Broyden's method from v on, until the target is reached or rounds are out; improves the inverse of the Jacobian. */
function search(
  evaluate: (v: Float64Array) => Trial,
  from: Float64Array,
  inverse: Matrix,
  norm: (v: Float64Array) => number,
): Trial {
  let now = evaluate(from)
  let best = now
  for (let round = 1; round < ROUNDS && best.missed > TOLERANCE && best.sigma > 0; round++) {
    const step = times(inverse, now.residual)
    const shorter = Math.min(1, LONGEST / norm(step))
    const beyond = now.v.map((value, k) => value - shorter * step[k])
    const outside = Math.max(1, norm(beyond))
    const next = evaluate(beyond.map((value) => value / outside))
    const moved = next.v.map((value, k) => value - now.v[k])
    const change = next.residual.map((value, k) => value - now.residual[k])
    // H += (Δv − HΔf)ΔvᵀH / ΔvᵀHΔf.
    const made = times(inverse, change)
    const left = times(inverse.transpose(), moved)
    const scale = dot(left, change)
    now = next
    if (now.missed < best.missed) best = now
    // Where nothing changes there is nothing to learn from.
    if (!(Math.abs(scale) > 1e-14)) break
    for (let i = 0; i < made.length; i++) {
      for (let k = 0; k < made.length; k++) {
        inverse.set(i, k, inverse.get(i, k) + ((moved[i] - made[i]) * left[k]) / scale)
      }
    }
  }
  return best
}

/** Records scattered over the file, whatever the order it is in: the places of multiples of a prime. */
function sampleOf({ scores, ranks, inverse }: GivenScores): GivenScores {
  const n = scores[0].length
  const some = (column: Float64Array): Float64Array =>
    Float64Array.from({ length: SAMPLE }, (_, i) => column[(i * SCATTER) % n])
  return { scores: scores.map(some), ranks: ranks.map(some), inverse }
}

interface Trial {
  readonly v: Float64Array
  /** η. */
  readonly centres: Float64Array
  readonly sigma: number
  readonly law: ScoreLaw
  readonly steps: Steps
  /** By how much the expected Spearman correlations with the given columns exceed the target. */
  readonly residual: Float64Array
  readonly missed: number
}

function trial(
  v: Float64Array,
  wanted: { readonly scores: MidScores; readonly quantiles: Float64Array; readonly target: Float64Array },
  { scores: normal, ranks, inverse }: GivenScores,
): Trial {
  const { scores, quantiles, target } = wanted
  const centres = new Float64Array(normal[0].length)
  const length = Math.min(1, Math.sqrt(Math.max(0, dot(v, times(inverse, v)))))
  const r = v.map((value) => value * (2 - length))
  const rest = 1 - length * length * (2 - length) * (2 - length)
  const sigma = rest < DETERMINED ? 0 : Math.sqrt(rest)
  const [smallest, largest] = linear(times(inverse, r), normal, centres)
  const grid = gridFor(smallest, largest, sigma)
  // Where the noise is finer than the grid its law is taken as wide as that.
  const smooth = Math.max(sigma, grid.step)
  const { mass, sums } = onGrid(grid, centres, ranks)
  const by = normalSums(grid.step, smooth)
  const law = mixtureLaw(mass, grid, smooth, by)
  const thresholds = quantiles.map(law.fromNormal)
  const means = smoothedSteps(thresholds, scores.levels, grid, by)
  const scale = centres.length * Math.sqrt(scores.variance)
  const reached = Float64Array.from(sums, (sum) => dot(sum, means) / scale)
  const residual = reached.map((value, k) => value - target[k])
  const missed = residual.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return { v, centres, sigma, law, steps: { thresholds, levels: scores.levels }, residual, missed }
}

/** η = Σ w_k·S*_k; gives the smallest and the largest. */
function linear(weights: Float64Array, normal: readonly Float64Array[], centres: Float64Array): [number, number] {
  centres.fill(0)
  normal.forEach((score, k) => {
    const weight = weights[k]
    for (let i = 0; i < centres.length; i++) centres[i] += weight * score[i]
  })
  let [smallest, largest] = [centres[0], centres[0]]
  for (let i = 1; i < centres.length; i++) {
    if (centres[i] < smallest) smallest = centres[i]
    if (centres[i] > largest) largest = centres[i]
  }
  return [smallest, largest]
}

/** How many records each node stands for, and the sums of their ranks in the given columns. */
function onGrid(
  { low, step, nodes }: Grid,
  centres: Float64Array,
  ranks: readonly Float64Array[],
): { readonly mass: Float64Array; readonly sums: readonly Float64Array[] } {
  const mass = new Float64Array(nodes)
  const sums = ranks.map(() => new Float64Array(nodes))
  for (let i = 0; i < centres.length; i++) {
    const place = (centres[i] - low) / step
    const at = Math.max(0, Math.min(nodes - 2, Math.floor(place)))
    const after = place - at
    const before = 1 - after
    mass[at] += before
    mass[at + 1] += after
    for (let k = 0; k < ranks.length; k++) {
      const [sum, rank] = [sums[k], ranks[k][i]]
      sum[at] += before * rank
      sum[at + 1] += after * rank
    }
  }
  return { mass, sums }
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let k = 0; k < a.length; k++) total += a[k] * b[k]
  return total
}

function times(a: Matrix, v: Float64Array): Float64Array {
  const result = new Float64Array(a.rows)
  for (let i = 0; i < a.rows; i++) for (let k = 0; k < v.length; k++) result[i] += a.get(i, k) * v[k]
  return result
}
