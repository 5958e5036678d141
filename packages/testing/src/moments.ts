/** Moments by their definition, separate from the tested code. */

/** Bound for |z| in tests: a false alarm once in 1e7. */
export const zBound = 5.33

/** Sample covariance (ddof 1), two passes. */
export function cov(a: Float64Array, b: Float64Array): number {
  const ma = average(a)
  const mb = average(b)
  return a.reduce((total, value, i) => total + (value - ma) * (b[i] - mb), 0) / (a.length - 1)
}

export function average(a: Float64Array): number {
  const first = a.reduce((total, value) => total + value, 0) / a.length
  return first + a.reduce((total, value) => total + (value - first), 0) / a.length
}

/** Largest |Cov Y − expected| in units of the original's standard deviations (1 for a constant column). */
export function covarianceError(
  masked: readonly Float64Array[],
  original: readonly Float64Array[],
  expected: (original: number, i: number, j: number) => number = (original) => original,
): number {
  const sds = original.map((column) => Math.sqrt(cov(column, column)) || 1)
  let worst = 0
  masked.forEach((yi, i) =>
    masked.forEach((yj, j) => {
      const error = cov(yi, yj) - expected(cov(original[i], original[j]), i, j)
      worst = Math.max(worst, Math.abs(error) / sds[i] / sds[j])
    }),
  )
  return worst
}

/** Largest difference of means in units of the original's standard deviations (1 for a constant column). */
export function meanError(masked: readonly Float64Array[], original: readonly Float64Array[]): number {
  return Math.max(
    ...masked.map((y, j) => {
      const x = original[j]
      return Math.abs(average(y) - average(x)) / (Math.sqrt(cov(x, x)) || 1)
    }),
  )
}
