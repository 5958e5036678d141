/** Means and covariances of columns over the complete records. */
export interface ModelMoments {
  readonly count: number
  readonly means: Float64Array
  /** p × p by rows, divisor n. */
  readonly covariances: Float64Array
}

/** A regression of one of the columns on others. */
export interface MomentFit {
  /** Slope of each predictor. */
  readonly slopes: Float64Array
  readonly r2: number
}

/** Ridge on the diagonal of the correlations of the predictors, so that dependent ones share a slope. */
const RIDGE = 1e-6

/**
 * Computes means and covariances (divisor n) of columns.
 *
 * @param columns - p columns of n values; a record with NaN in one of them is left out.
 * @returns Moments. Cost: O(np²).
 */
export function modelMoments(columns: readonly Float64Array[]): ModelMoments {
  const p = columns.length
  const rows = completeRows(columns)
  const count = rows.length
  const means = new Float64Array(p)
  const centred = columns.map((column, j) => {
    const values = new Float64Array(count)
    let sum = 0
    for (let r = 0; r < count; r++) sum += values[r] = column[rows[r]]
    means[j] = count > 0 ? sum / count : 0
    for (let r = 0; r < count; r++) values[r] -= means[j]
    return values
  })
  const covariances = new Float64Array(p * p)
  for (let i = 0; i < p; i++)
    for (let j = 0; j <= i; j++)
      covariances[i * p + j] = covariances[j * p + i] = product(centred[i], centred[j]) / count
  return { count, means, covariances }
}

function completeRows(columns: readonly Float64Array[]): Int32Array {
  const n = columns[0]?.length ?? 0
  const rows = new Int32Array(n)
  let count = 0
  for (let i = 0; i < n; i++) if (columns.every((column) => !Number.isNaN(column[i]))) rows[count++] = i
  return rows.subarray(0, count)
}

function product(a: Float64Array, b: Float64Array): number {
  let [even, odd] = [0, 0]
  const last = a.length - 1
  for (let i = 0; i < last; i += 2) {
    even += a[i] * b[i]
    odd += a[i + 1] * b[i + 1]
  }
  return even + odd + (a.length % 2 === 1 ? a[last] * b[last] : 0)
}

/**
 * Fits a regression by moments: β = (R + λI)⁻¹r of the correlations, λ = 1e-6, and R² = βᵀr, cut to [0, 1].
 *
 * @param moments - Moments of all columns.
 * @param response - Index of the response.
 * @param predictors - Indices of the predictors.
 * @returns Slopes, 0 for a constant predictor; and R², 0 for a constant response. Cost: O(p³).
 */
export function momentFit(
  { means, covariances }: ModelMoments,
  response: number,
  predictors: readonly number[],
): MomentFit {
  const p = means.length
  const sd = (j: number): number => Math.sqrt(covariances[j * p + j])
  const used = predictors.filter((j) => sd(j) > 0)
  const slopes = new Float64Array(predictors.length)
  const own = sd(response)
  if (!(own > 0) || used.length === 0) return { slopes, r2: 0 }
  const correlation = (i: number, j: number): number => covariances[i * p + j] / (sd(i) * sd(j))
  const right = Float64Array.from(used, (j) => correlation(j, response))
  const beta = ridgeSolution(
    used.map((i) => Float64Array.from(used, (j) => correlation(i, j))),
    right,
  )
  used.forEach((j, k) => (slopes[predictors.indexOf(j)] = (beta[k] * own) / sd(j)))
  const r2 = beta.reduce((sum, one, k) => sum + one * right[k], 0)
  return { slopes, r2: Math.max(0, Math.min(1, r2)) }
}

/** Returns (A + λI)⁻¹b by Cholesky. */
function ridgeSolution(a: readonly Float64Array[], b: Float64Array): Float64Array {
  const p = b.length
  const lower = a.map(() => new Float64Array(p))
  const solved = new Float64Array(p)
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = a[i][j] + (i === j ? RIDGE : 0)
      for (let k = 0; k < j; k++) rest -= lower[i][k] * lower[j][k]
      lower[i][j] = i === j ? Math.sqrt(Math.max(rest, RIDGE / 2)) : rest / lower[j][j]
    }
    let rest = b[i]
    for (let k = 0; k < i; k++) rest -= lower[i][k] * solved[k]
    solved[i] = rest / lower[i][i]
  }
  for (let i = p - 1; i >= 0; i--) {
    let rest = solved[i]
    for (let k = i + 1; k < p; k++) rest -= lower[k][i] * solved[k]
    solved[i] = rest / lower[i][i]
  }
  return solved
}

/**
 * Returns the R² of the predictions in one file by a regression that was fitted in another one.
 *
 * With the covariances S of the file and the slopes b of the other: 1 − (S_yy − 2 bᵀS_xy + bᵀS_xx b + d²)/S_yy. d is
 * the difference of the means that the regression does not explain.
 *
 * @param file - Moments of the predicted file.
 * @param fitted - Moments of the file with the fitted regression.
 * @param fit - The regression.
 * @param response - Index of the response.
 * @param predictors - Indices of the predictors.
 * @returns At most 1; negative if the mean predicts better; 0 for a constant response.
 */
export function predictedShare(
  file: ModelMoments,
  fitted: ModelMoments,
  { slopes }: MomentFit,
  response: number,
  predictors: readonly number[],
): number {
  const p = file.means.length
  const total = file.covariances[response * p + response]
  let explained = 0
  let shift = file.means[response] - fitted.means[response]
  predictors.forEach((i, k) => {
    explained += 2 * slopes[k] * file.covariances[i * p + response]
    predictors.forEach((j, l) => (explained -= slopes[k] * slopes[l] * file.covariances[i * p + j]))
    shift -= slopes[k] * (file.means[i] - fitted.means[i])
  })
  return total > 0 ? (explained - shift * shift) / total : 0
}
