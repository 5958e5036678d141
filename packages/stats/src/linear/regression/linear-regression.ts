import { sum } from '../../moments/moments.js'
import { orthonormalBasis } from './least-squares.js'

/** Regression by least squares, y = β_0 + Σ β_j·x_j + ε. */
export interface LinearFit {
  /** β, the constant first; 0 for columns that depend on those before them. */
  readonly coefficients: Float64Array
  /** Standard error of each coefficient; NaN without degrees of freedom, 0 for a perfect fit. */
  readonly standardErrors: Float64Array
  /** Degrees of freedom, n − rank. */
  readonly degrees: number
  /** Numbers (from 0) of the columns that depend on those before them, or are constant. */
  readonly dependent: readonly number[]
  /** True if the columns explain y apart from the rounding of its values: there is no error to estimate. */
  readonly perfect: boolean
  /** √(SSE/degrees); NaN without degrees of freedom. */
  readonly residualError: number
}

/**
 * Fits a regression by least squares with a constant, with standard errors of the coefficients under independent errors
 * of equal variance.
 *
 * It uses QR of the centred columns (`orthonormalBasis`), which loses no more digits than the condition of the columns
 * implies: β = R⁻¹Qᵀy, Var β = σ²·R⁻¹R⁻ᵀ; β_0 = ȳ − Σ β_j·x̄_j, Var β_0 = σ²(1/n + ‖R⁻ᵀx̄‖²).
 *
 * @param y - n values, none missing.
 * @param columns - p columns of n values.
 * @returns The coefficients with their standard errors.
 * @throws RangeError for a missing or infinite value, or columns that differ in length.
 *
 * Cost: O(np²).
 */
export function linearRegression(y: Float64Array, columns: readonly Float64Array[]): LinearFit {
  const p = columns.length
  const { centres, coordinates, dependent } = orthonormalBasis([...columns, y])
  const free = [...columns.keys()].filter((j) => !dependent.includes(j))
  const r = free.length
  const perfect = dependent.includes(p)
  const own = coordinates[p]
  const degrees = y.length - 1 - r
  const error = degrees > 0 ? (perfect ? 0 : own[r]) / Math.sqrt(degrees) : Number.NaN
  // Column j of R, by the index of its column among the free ones.
  const upper = free.map((j) => coordinates[j])
  const solved = new Float64Array(r)
  for (let i = r - 1; i >= 0; i--) {
    let rest = own[i]
    for (let c = i + 1; c < r; c++) rest -= upper[c][i] * solved[c]
    solved[i] = rest / upper[i][i]
  }
  const coefficients = new Float64Array(p + 1)
  const standardErrors = new Float64Array(p + 1)
  free.forEach((j, i) => {
    coefficients[j + 1] = solved[i]
    standardErrors[j + 1] = error * inverseRowNorm(upper, i)
  })
  coefficients[0] = centres[p] - sum(Float64Array.from(free, (j, i) => solved[i] * centres[j]))
  const leverage = transposedSolution(
    upper,
    free.map((j) => centres[j]),
  )
  standardErrors[0] = error * Math.sqrt(1 / y.length + leverage.reduce((total, one) => total + one * one, 0))
  return {
    coefficients,
    standardErrors,
    degrees,
    dependent: dependent.filter((j) => j < p),
    perfect,
    residualError: error,
  }
}

/** Returns the length of row i of R⁻¹, with R given by its columns: x with Rᵀx = e_i. */
function inverseRowNorm(upper: readonly Float64Array[], i: number): number {
  const unit = upper.map((_, c) => (c === i ? 1 : 0))
  // Row i of R⁻¹ is the solution of Rᵀx = e_i as a row: x_c = (R⁻¹)_ic.
  return Math.sqrt(transposedSolution(upper, unit).reduce((total, one) => total + one * one, 0))
}

/** Solves Rᵀx = b. */
function transposedSolution(upper: readonly Float64Array[], b: readonly number[]): Float64Array {
  const x = new Float64Array(b.length)
  for (let c = 0; c < b.length; c++) {
    let rest = b[c]
    for (let j = 0; j < c; j++) rest -= upper[c][j] * x[j]
    x[c] = rest / upper[c][c]
  }
  return x
}
