import { scaledCholesky, type ScaledCholesky } from '../linear/matrices/scaled-cholesky.js'

/** Added to the diagonal of a correlation matrix: dependent columns then share their explained part. */
const RIDGE = 1e-5

/** Prediction of a column by a constant and multiples of the predictors. */
export interface Prediction {
  readonly constant: number
  readonly weights: Float64Array
}

/** A linear regression on the same predictors and records, for several columns. */
export interface PredictionModel {
  /** Fits y, one value for each of the records. */
  fit(y: Float64Array): Prediction
}

/**
 * Fits the regression of columns on predictors, over some records: β = (R + 1e-5·I)⁻¹ r, with R the correlations of the
 * predictors and r those with the column. So collinear and constant predictors do no harm.
 *
 * @param predictors - Columns without missing values, of all records.
 * @param rows - Records to fit on, at least one.
 * @returns A function that fits a column.
 *
 * Cost: O(|rows|·d²) once, O(|rows|·d) for each column.
 */
export function predictionModel(predictors: readonly Float64Array[], rows: Int32Array): PredictionModel {
  const d = predictors.length
  const n = rows.length
  const means = new Float64Array(d)
  const scales = new Float64Array(d)
  const standardised = predictors.map((values, j) => {
    const own = new Float64Array(n)
    let total = 0
    for (let i = 0; i < n; i++) total += values[rows[i]]
    const mean = total / n
    let squares = 0
    for (let i = 0; i < n; i++) {
      own[i] = values[rows[i]] - mean
      squares += own[i] * own[i]
    }
    const sd = Math.sqrt(squares / n)
    const scale = sd > 0 && sd < Infinity ? 1 / sd : 0
    for (let i = 0; i < n; i++) own[i] = scale === 0 ? 0 : own[i] * scale
    means[j] = mean
    scales[j] = scale
    return own
  })
  const factor = factorOf(standardised, n)
  return {
    fit(y) {
      let total = 0
      for (let i = 0; i < n; i++) total += y[i]
      const mean = total / n
      const beta = factor.solve(Float64Array.from(standardised, (own) => product(own, y, mean) / n))
      const weights = beta.map((one, j) => one * scales[j])
      const constant = weights.reduce((sum, weight, j) => sum - weight * means[j], mean)
      return { constant, weights }
    },
  }
}

/**
 * Returns the predictions for some records. Each sum has the same order, so that equal predictions tie exactly.
 *
 * @param prediction - Constant and weights.
 * @param predictors - Columns that it was fitted on.
 * @param rows - Records.
 * @returns A number for each of them.
 *
 * Cost: O(|rows|·d).
 */
export function predicted(
  { constant, weights }: Prediction,
  predictors: readonly Float64Array[],
  rows: Int32Array,
): Float64Array {
  const values = new Float64Array(rows.length).fill(constant)
  weights.forEach((weight, j) => {
    if (weight === 0) return
    const own = predictors[j]
    for (let i = 0; i < rows.length; i++) values[i] += weight * own[rows[i]]
  })
  return values
}

function factorOf(columns: readonly Float64Array[], n: number): ScaledCholesky {
  const d = columns.length
  const matrix = new Float64Array(d * d)
  for (let i = 0; i < d; i++) {
    for (let j = i; j < d; j++) matrix[i * d + j] = product(columns[i], columns[j], 0) / n
    matrix[i * d + i] += RIDGE
  }
  return scaledCholesky(matrix, d)
}

/** Computes Σ aᵢ·(bᵢ − shift). */
function product(a: Float64Array, b: Float64Array, shift: number): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * (b[i] - shift)
  return total
}
