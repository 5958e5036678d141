import { factorFunction, type CalibrationMethod, type FactorBounds, type FactorFunction } from './distances.js'
import { crossProducts, linearPredictor, marginTotals, type MarginRows } from './margin-rows.js'
import { dependence, scaledCholesky, solveScaled, type ScaledCholesky } from './scaled-cholesky.js'

/** Problem of calibration: weights d, auxiliary variables x, totals t. */
export interface CalibrationProblem {
  /** Weights d_k, 0 or more. A weight of 0 stays 0. */
  readonly weights: Float64Array
  readonly rows: MarginRows
  /** Totals t, one a margin. */
  readonly totals: Float64Array
  readonly method: CalibrationMethod
  /** Bounds of g; by default −∞ and ∞. */
  readonly bounds?: FactorBounds | undefined
}

/** Calibrated weights, or the margin that prevents them. */
export type Calibration =
  | {
      readonly found: true
      /** g_k = w_k/d_k, one a record. */
      readonly factors: Float64Array
      /** Newton steps. */
      readonly iterations: number
      /** 1 for a margin that is a linear function of earlier ones. */
      readonly redundant: Uint8Array
    }
  | {
      readonly found: false
      /**
       * `inconsistent`: the other totals imply a different total. `unreachable`: no factors within the bounds were
       * found.
       */
      readonly why: 'inconsistent' | 'unreachable'
      readonly margin: number
      /** Total that the other totals imply, or that was reached. */
      readonly total: number
    }

/** Newton steps after which totals count as unreachable. */
export const CALIBRATION_STEPS = 100

/** Accepted difference of a total, as a share of it. */
const CALIBRATION_TOLERANCE = 1e-10

/** Accepted difference of redundant totals, which may be rounded, as a share of their size. */
const AGREES = 1e-6

/**
 * Calibrates weights: finds the w_k nearest to d_k with Σ w_k x_k = t.
 *
 * w_k = d_k g(x_k′λ), with g of the distance (`factorFunction`). λ solves Σ d_k g(x_k′λ) x_k = t by Newton steps, each
 * halved until the slope of the convex dual along it falls. It ends when every total is reached within 10⁻¹⁰ of its
 * size. Margins that depend linearly on earlier ones are left out if their totals agree within 10⁻⁶.
 *
 * @param problem - Weights, auxiliary variables, totals and distance.
 * @param tick - Called with the number of steps so far.
 * @returns The factors, or the margin without a solution.
 *
 * Cost per step: O(Σ entries² + margins³/3). Source: Deville & Särndal 1992.
 */
export function calibrateWeights(problem: CalibrationProblem, tick: (steps: number) => void = () => {}): Calibration {
  const { weights, rows, totals, method, bounds = [-Infinity, Infinity] } = problem
  const start = scaledCholesky(crossProducts(rows, weights), rows.count)
  const redundant = start.dependent.slice()
  const conflict = inconsistentMargin(start, totals)
  if (conflict !== undefined) return { found: false, why: 'inconsistent', ...conflict }
  const sizes = totalSizes(weights, rows, totals)
  const { factor, slope } = factorFunction(method, bounds)
  const state = stateOf({ weights, rows, totals }, { factor, slope })
  const lambda = new Float64Array(rows.count)
  let misfit = state.at(lambda)
  for (let steps = 0; ; steps++) {
    const worst = worstMargin(misfit, sizes, redundant)
    if (worst === undefined) return { found: true, factors: state.factors(), iterations: steps, redundant }
    if (steps >= CALIBRATION_STEPS) return unreachable(worst)
    const hessian = state.hessian()
    const direction = solveScaled(scaledCholesky(damped(hessian, start, rows.count), rows.count, redundant), misfit)
    const next = stepAlong(state, lambda, direction, dot(misfit, direction))
    if (next === undefined) return unreachable(worst)
    misfit = next
    tick(steps + 1)
  }
  function unreachable(margin: number): Calibration {
    return { found: false, why: 'unreachable', margin, total: totals[margin] - misfit[margin] }
  }
}

/**
 * Scale of each total: its absolute value; at least 10⁻⁴ of the sum of absolute values if positive and negative values
 * cancel.
 */
function totalSizes(weights: Float64Array, rows: MarginRows, totals: Float64Array): Float64Array {
  const sums = marginTotals(rows, weights)
  return marginTotals(rows, weights, true).map((size, j) => {
    const isMixed = totals[j] === 0 || Math.abs(sums[j]) < size
    return isMixed ? Math.max(Math.abs(totals[j]), 1e-4 * size) : Math.abs(totals[j])
  })
}

/** Returns a redundant margin whose total differs from the one that earlier totals imply. */
function inconsistentMargin(
  start: ScaledCholesky,
  totals: Float64Array,
): { readonly margin: number; readonly total: number } | undefined {
  for (let j = 0; j < totals.length; j++) {
    if (start.dependent[j] === 0) continue
    const c = dependence(start, j)
    const total = dot(c, totals)
    const size = c.reduce((sum, one, k) => sum + Math.abs(one * totals[k]), Math.abs(totals[j]))
    if (!(Math.abs(total - totals[j]) <= AGREES * size)) return { margin: j, total }
  }
  return undefined
}

interface State {
  /** Computes the factors for λ, and returns the deficit of each total. */
  readonly at: (lambda: Float64Array) => Float64Array
  readonly hessian: () => Float64Array
  readonly factors: () => Float64Array
}

function stateOf(
  { weights, rows, totals }: Pick<CalibrationProblem, 'weights' | 'rows' | 'totals'>,
  { factor, slope }: FactorFunction,
): State {
  const n = weights.length
  const [u, g, scratch] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)]
  return {
    at: (lambda) => {
      linearPredictor(rows, lambda, u)
      for (let k = 0; k < n; k++) {
        g[k] = factor(u[k])
        scratch[k] = weights[k] === 0 ? 0 : weights[k] * g[k]
      }
      return marginTotals(rows, scratch).map((total, j) => totals[j] - total)
    },
    hessian: () => {
      for (let k = 0; k < n; k++) scratch[k] = weights[k] === 0 ? 0 : weights[k] * slope(u[k], g[k])
      return crossProducts(rows, scratch)
    },
    factors: () => g,
  }
}

/** Adds a little of the curvature at the start, for margins whose records are all at a bound. */
function damped(hessian: Float64Array, { scales }: ScaledCholesky, count: number): Float64Array {
  for (let j = 0; j < count; j++) {
    const at = j * count + j
    const curvature = scales[j] === 0 ? 0 : 1 / (scales[j] * scales[j])
    if (hessian[at] < 1e-6 * curvature) hessian[at] += 1e-3 * curvature
  }
  return hessian
}

/** Moves along a Newton direction, halved as needed, and changes λ; undefined if no step helps. */
function stepAlong(
  state: State,
  lambda: Float64Array,
  direction: Float64Array,
  slope: number,
): Float64Array | undefined {
  if (!(slope > 0)) return undefined
  const from = lambda.slice()
  for (let size = 1; size > 1e-30; size /= 2) {
    for (let j = 0; j < lambda.length; j++) lambda[j] = from[j] + size * direction[j]
    const misfit = state.at(lambda)
    // The dual is convex: its slope along the direction falls from `slope` and may turn, but must not grow the other way.
    if (dot(misfit, direction) >= -0.9 * slope) return misfit
  }
  return undefined
}

/** Returns the margin that is farthest from its total; undefined if all are reached. */
function worstMargin(misfit: Float64Array, sizes: Float64Array, redundant: Uint8Array): number | undefined {
  let worst: number | undefined
  let most = CALIBRATION_TOLERANCE
  for (let j = 0; j < misfit.length; j++) {
    if (redundant[j] === 1) continue
    const share = sizes[j] > 0 ? Math.abs(misfit[j]) / sizes[j] : 0
    if (share <= most) continue
    most = share
    worst = j
  }
  return worst
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j]
  return sum
}
