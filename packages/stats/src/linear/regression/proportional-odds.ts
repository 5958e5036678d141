import { exp, expm1, log, log1p } from '../../mathematics/index.js'
import { sumOver } from '../../moments/sum-over.js'
import { scaledCholesky } from '../matrices/scaled-cholesky.js'
import { designWidth, linearPredictor, normalEquations, type Design } from './design-blocks.js'

/** Change of the linear predictor below which it has converged: steps shrink quadratically. */
const CONVERGED = 1e-9
/** Maximum number of steps: a finite maximum takes 5 to 15, separated categories diverge. */
const MOST_STEPS = 60
/** With a finite maximum the last step is far below this; with separation it is about 1. */
const MOVING = 0.01
/** Relative rounding error of a deviance, a sum of n terms. */
const ROUNDING = 1e-13

/** Proportional-odds regression P(y ≤ k) = 1/(1 + e^(η − ζ_k)), η = X·β without a constant. */
export interface ProportionalOddsFit {
  /** ζ, one fewer than the categories, ascending. */
  readonly thresholds: Float64Array
  /** β by the columns of the design; 0 for the constant and columns that depend on others. */
  readonly coefficients: Float64Array
  /** −2 times the log-likelihood. */
  readonly deviance: number
  /** True if a combination of columns separates categories: there is no maximum, and the numbers do not estimate anything. */
  readonly separated: boolean
}

/** Options of the fit. */
export interface ProportionalOddsOptions {
  /** λ of the penalty λ·Σβ²/2; with λ > 0 there always is a maximum. */
  readonly ridge?: number | undefined
  /** Called with the completed share. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Thresholds and linear predictor. */
interface Point {
  readonly zeta: Float64Array
  readonly beta: Float64Array
  readonly eta: Float64Array
}

/**
 * Fits a proportional-odds regression by Newton's method; a step is halved until it lowers the penalised deviance.
 *
 * θ ← θ + H⁻¹s for θ = (ζ, β), s the score and H the observed information, from the thresholds of the shares and β = 0.
 * The likelihood is concave.
 *
 * @param design - n records; columns of similar size lose fewer digits.
 * @param y - n categories 0, …, K − 1, each of them in some record.
 * @param options - Ridge penalty and progress.
 * @returns The fit.
 * @throws RangeError for fewer than two categories, or one without records.
 *
 * Cost: O(n·b²/2 + (K + k)³/3) per step for b blocks of k columns.
 * Source: McCullagh 1980, sections 2 and 3.
 */
export function proportionalOdds(
  design: Design,
  y: Int32Array,
  { ridge = 0, tick = () => {} }: ProportionalOddsOptions = {},
): ProportionalOddsFit {
  const width = designWidth(design)
  const counts = new Float64Array(y.reduce((most, one) => Math.max(most, one), 0) + 1)
  for (const one of y) counts[one]++
  if (counts.length < 2 || counts.includes(0)) throw new RangeError('each of two or more categories needs a record')
  let below = 0
  const zeta = Float64Array.from(counts.subarray(0, -1), (count) => {
    below += count
    return log(below / (y.length - below))
  })
  let at: Point = { zeta, beta: new Float64Array(width), eta: new Float64Array(y.length) }
  const penalised = ({ beta }: Point): number => ridge * beta.reduce((sum, value) => sum + value * value, 0)
  let deviance = devianceOf(at, y)
  let separated = false
  for (let step = 0; step < MOST_STEPS; step++) {
    tick(step / MOST_STEPS)
    const change = newtonStep(design, at, y, ridge)
    const dZeta = change.subarray(0, zeta.length)
    // The constant comes first in a design; the thresholds replace it.
    const dBeta = Float64Array.from({ length: width }, (_, j) => (j === 0 ? 0 : change[zeta.length + j - 1]))
    const dEta = linearPredictor(design, dBeta)
    const furthest = Math.max(largest(dZeta), largest(dEta))
    let next: Point | undefined
    let reached = deviance
    let part = 1
    for (; part > 1e-6 && next === undefined; part /= 2) {
      const [zetas, betas, etas] = [moved(at.zeta, dZeta, part), moved(at.beta, dBeta, part), moved(at.eta, dEta, part)]
      const tried = { zeta: zetas, beta: betas, eta: etas }
      reached = devianceOf(tried, y)
      if (reached + penalised(tried) <= (deviance + penalised(at)) * (1 + ROUNDING)) next = tried
    }
    if (next === undefined) break
    at = next
    deviance = reached
    separated = furthest > MOVING
    if (furthest <= CONVERGED) break
  }
  tick(1)
  return { thresholds: at.zeta, coefficients: at.beta, deviance, separated }
}

/** Terms of a record: F and 1 − F at both its thresholds, and their densities divided by its probability. */
interface Terms {
  readonly upper: number
  readonly lower: number
  readonly upperRatio: number
  readonly lowerRatio: number
}

/** Returns the thresholds of category k less η; −∞ below the first and ∞ above the last. */
function boundsOf(zeta: Float64Array, k: number, eta: number): readonly [lower: number, upper: number] {
  return [k === 0 ? -Infinity : zeta[k - 1] - eta, k === zeta.length ? Infinity : zeta[k] - eta]
}

/**
 * Computes, without cancellation, S(u)/(S(l)·q) (f/P of the upper threshold) and F(l)/(F(u)·q) (of the lower one) with
 * q = 1 − e^(l − u).
 */
function termsOf(zeta: Float64Array, k: number, eta: number): Terms {
  const [lower, upper] = boundsOf(zeta, k, eta)
  const q = -expm1(lower - upper)
  return {
    upper: shareBelow(upper),
    lower: shareBelow(lower),
    upperRatio: shareBelow(-upper) / (shareBelow(-lower) * q),
    lowerRatio: shareBelow(lower) / (shareBelow(upper) * q),
  }
}

/** Computes H⁻¹s, the thresholds first, then the columns without the constant. */
function newtonStep(design: Design, { zeta, beta, eta }: Point, y: Int32Array, ridge: number): Float64Array {
  const { rows, blocks } = design
  const t = zeta.length
  const width = designWidth(design)
  const size = t + width - 1
  const weights = new Float64Array(rows)
  const residuals = new Float64Array(rows)
  const matrix = new Float64Array(size * size)
  const score = new Float64Array(size)
  for (let i = 0; i < rows; i++) {
    const k = y[i]
    const { upper, lower, upperRatio, lowerRatio } = termsOf(zeta, k, eta[i])
    const [atUpper, atLower] = [upper * (1 - upper), lower * (1 - lower)]
    weights[i] = atUpper + atLower
    residuals[i] = lower - (1 - upper)
    if (k < t) {
      score[k] += upperRatio
      matrix[k * size + k] += upperRatio * (upperRatio - 1 + 2 * upper)
    }
    if (k > 0) {
      score[k - 1] -= lowerRatio
      matrix[(k - 1) * size + k - 1] += lowerRatio * (lowerRatio + 1 - 2 * lower)
    }
    if (k > 0 && k < t) matrix[(k - 1) * size + k] -= upperRatio * lowerRatio
    let first = t
    for (const { count, codes, values } of blocks) {
      const code = codes === undefined ? 0 : codes[i]
      const value = values === undefined ? 1 : values[i]
      if (code >= 0 && k < t) matrix[k * size + first + code] -= atUpper * value
      if (code >= 0 && k > 0) matrix[(k - 1) * size + first + code] -= atLower * value
      first += count
    }
  }
  const own = normalEquations(design, weights, residuals)
  for (let a = 1; a < width; a++) {
    score[t + a - 1] = own.vector[a] - ridge * beta[a]
    for (let b = a; b < width; b++) matrix[(t + a - 1) * size + t + b - 1] = own.matrix[a * width + b]
    matrix[(t + a - 1) * (size + 1)] += ridge
  }
  const factor = scaledCholesky(matrix, size)
  const change = factor.solve(score)
  for (const one of factor.dependent) change[one] = 0
  return change
}

/**
 * Computes −2 Σ log(F(u) − F(l)), where log(F(u) − F(l)) = log F(u) + log(1 − F(l)) + log(1 − e^(l − u)); ∞ if
 * thresholds cross.
 */
function devianceOf({ zeta, eta }: Point, y: Int32Array): number {
  if (zeta.some((value, k) => k > 0 && !(value > zeta[k - 1]))) return Infinity
  return (
    -2 *
    sumOver(y.length, (i) => {
      const [lower, upper] = boundsOf(zeta, y[i], eta[i])
      return logBelow(upper) + logBelow(-lower) + log(-expm1(lower - upper))
    })
  )
}

/** Computes F(a) = 1/(1 + e^(−a)). */
function shareBelow(a: number): number {
  return 1 / (1 + exp(-a))
}

/** Computes log F(a). */
function logBelow(a: number): number {
  return Math.min(0, a) - log1p(exp(-Math.abs(a)))
}

function moved(from: Float64Array, change: Float64Array, part: number): Float64Array {
  return from.map((value, j) => value + part * change[j])
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}
