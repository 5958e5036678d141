import { exp, log1p } from '../../mathematics/index.js'
import { sumOver } from '../../moments/sum-over.js'
import { designWidth, linearPredictor, normalEquations, type Design } from './design-blocks.js'
import { scaledCholesky, type ScaledCholesky } from '../matrices/scaled-cholesky.js'

/** Change of the linear predictor below which it has converged: steps shrink quadratically. */
const CONVERGED = 1e-9
/**
 * The deviance has converged if a step changes it by less than this share of itself, even if the coefficients diverge.
 */
const SETTLED = 1e-12
/** A record further than this from η = 0 is on its side by more than rounding. */
const FAR_SIDE = 1e-6
/** Relative rounding error of a deviance, a sum of n terms. */
const ROUNDING = 1e-13
/** If the classes are separated, each step moves the linear predictor by about 1 without end: 40 steps leave e⁻⁴⁰. */
const MOST_STEPS = 40
/** With a finite maximum the last step is far below this; with separation it is about 1. */
const MOVING = 0.01

/** Logistic regression P(y = 1) = 1/(1 + e^(−η)), η = X·β. */
export interface LogisticFit {
  /** β, the constant first; 0 for columns that depend on those before them. */
  readonly coefficients: Float64Array
  /** Probability of y = 1, one number per record. */
  readonly fitted: Float64Array
  /** −2 times the log-likelihood. */
  readonly deviance: number
  /** XᵀWX at the last step, factored. */
  readonly information: ScaledCholesky
  /** Numbers of the columns that add nothing because they depend on those before them. */
  readonly dependent: readonly number[]
  /** Number of remaining columns, including the constant. */
  readonly rank: number
  /**
   * True if a combination of columns separates 0 and 1, in all records or in some. There is then no maximum, and the
   * coefficients are not estimates. `fitted` is its limit: exactly if all records are separated, otherwise to about
   * e⁻⁴⁰.
   */
  readonly separated: boolean
}

/**
 * Fits a logistic regression by iteratively reweighted least squares; a step is halved as long as it raises the
 * deviance.
 *
 * β ← β + (XᵀWX)⁻¹Xᵀ(y − p), W = diag(p(1 − p)), from β = 0.
 *
 * @param design - n records; columns of similar size lose fewer digits.
 * @param y - n outcomes, 0 or 1.
 * @param tick - Called with the completed share.
 * @returns The fit.
 *
 * Cost: O(n·b²/2 + k³/3) per step for b blocks of k columns; 5 to 10 steps, 40 if the classes are separated.
 * Source: McCullagh & Nelder 1989, section 4.4; Albert & Anderson 1984 for separation.
 */
export function logisticRegression(
  design: Design,
  y: Uint8Array,
  tick: (fraction: number) => void = () => {},
): LogisticFit {
  const { rows } = design
  const k = designWidth(design)
  let beta: Float64Array = new Float64Array(k)
  let eta: Float64Array = new Float64Array(rows)
  let deviance = devianceOf(eta, y)
  let separated = false
  let dependent: readonly number[] = []
  let information = informationOf(design, eta, y).factor
  for (let step = 0; step < MOST_STEPS; step++) {
    tick(step / MOST_STEPS)
    const { factor, score } = informationOf(design, eta, y)
    information = factor
    if (step === 0) dependent = factor.dependent
    const change = factor.solve(score)
    for (const column of dependent) change[column] = 0
    const direction = linearPredictor(design, change)
    const next = halved(eta, direction, y, deviance)
    if (next === undefined) break
    const gain = deviance - next.deviance
    for (let j = 0; j < k; j++) change[j] *= next.part
    beta = beta.map((value, j) => value + change[j])
    eta = next.eta
    deviance = next.deviance
    let furthest = 0
    for (let i = 0; i < rows; i++) furthest = Math.max(furthest, Math.abs(next.part * direction[i]))
    separated = furthest > MOVING
    if (isSeparated(eta, y)) return completely(y)
    if (furthest <= CONVERGED) break
    if (separated && (gain <= SETTLED * deviance || deviance <= SETTLED * rows)) break
  }
  tick(1)
  const fitted = eta.map((value) => 1 / (1 + exp(-value)))
  return { coefficients: beta, fitted, deviance, information, dependent, rank: k - dependent.length, separated }

  /** Returns the limit of the fit if every record is separated; no step comes nearer than that. */
  function completely(outcomes: Uint8Array): LogisticFit {
    const rank = k - dependent.length
    const limit = Float64Array.from(outcomes)
    return { coefficients: beta, fitted: limit, deviance: 0, information, dependent, rank, separated: true }
  }
}

/**
 * Returns true if every record is on its own side of η = 0 by more than rounding; this then holds for any multiple of
 * β.
 */
function isSeparated(eta: Float64Array, y: Uint8Array): boolean {
  return eta.every((value, i) => (y[i] === 1 ? value > FAR_SIDE : value < -FAR_SIDE))
}

/** Computes the information and the score at η. */
function informationOf(
  design: Design,
  eta: Float64Array,
  y: Uint8Array,
): { readonly factor: ScaledCholesky; readonly score: Float64Array } {
  const weights = new Float64Array(eta.length)
  const residuals = new Float64Array(eta.length)
  for (let i = 0; i < eta.length; i++) {
    const far = exp(-Math.abs(eta[i]))
    weights[i] = far / ((1 + far) * (1 + far))
    // y − p without the cancellation of 1 − p for p near 1.
    const less = far / (1 + far)
    residuals[i] = y[i] === 1 ? (eta[i] > 0 ? less : 1 - less) : eta[i] > 0 ? less - 1 : -less
  }
  const { matrix, vector } = normalEquations(design, weights, residuals)
  return { factor: scaledCholesky(matrix, vector.length), score: vector }
}

/** Computes −2 Σ log P(y_i) = 2 Σ log(1 + e^(−η_i)) for y_i = 1, with +η_i for y_i = 0. */
function devianceOf(eta: Float64Array, y: Uint8Array): number {
  return (
    2 *
    sumOver(eta.length, (i) => {
      const against = y[i] === 1 ? -eta[i] : eta[i]
      return Math.max(0, against) + log1p(exp(-Math.abs(against)))
    })
  )
}

interface Step {
  readonly eta: Float64Array
  readonly deviance: number
  /** Fraction of the step taken. */
  readonly part: number
}

/** Returns the longest of the step, its half, its quarter, … that does not raise the deviance; undefined if none. */
function halved(eta: Float64Array, direction: Float64Array, y: Uint8Array, deviance: number): Step | undefined {
  for (let part = 1; part > 1e-6; part /= 2) {
    const moved = eta.map((value, i) => value + part * direction[i])
    const reached = devianceOf(moved, y)
    if (reached <= deviance * (1 + ROUNDING)) return { eta: moved, deviance: reached, part }
  }
  return undefined
}
