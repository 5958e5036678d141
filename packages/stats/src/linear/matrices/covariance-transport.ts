import { Matrix } from 'ml-matrix'
import { symmetricEigen } from './symmetric-eigen.js'

/** Directions with less than this share of the greatest eigenvalue are left unchanged. */
const NO_SPREAD = 1e-10

/**
 * Returns the symmetric T with T A T = B for symmetric positive semidefinite A and B. Among the linear maps that turn
 * rows of covariance A into rows of covariance B, it moves them least in the mean square:
 *
 *     T = A^{-1/2} (A^{1/2} B A^{1/2})^{1/2} A^{-1/2}
 *
 * If A is singular, T A T = B holds on the directions of A.
 *
 * @param a - A, p×p, by rows.
 * @param b - B, likewise.
 * @param p - Number of rows.
 * @returns T, by rows.
 * @throws RangeError if an entry is not finite
 *
 * Cost: O(p³).
 */
export function covarianceTransport(a: Float64Array, b: Float64Array, p: number): Float64Array {
  const from = Matrix.from1DArray(p, p, a)
  const root = power(from, 0.5)
  const inverse = power(from, -0.5)
  const middle = power(symmetric(root.mmul(Matrix.from1DArray(p, p, b)).mmul(root)), 0.5)
  return Float64Array.from(inverse.mmul(middle).mmul(inverse).to1DArray())
}

function symmetric(m: Matrix): Matrix {
  return Matrix.add(m, m.transpose()).mul(0.5)
}

/** Computes A^{1/2} or A^{-1/2}. */
function power(a: Matrix, exponent: 0.5 | -0.5): Matrix {
  const { values, vectors } = symmetricEigen(a)
  const scaled = vectors.clone()
  for (let k = 0; k < values.length; k++) {
    const root = values[k] > NO_SPREAD * values[0] ? Math.sqrt(values[k]) : 0
    const factor = exponent === 0.5 ? root : root > 0 ? 1 / root : 0
    for (let i = 0; i < a.rows; i++) scaled.set(i, k, factor * vectors.get(i, k))
  }
  return scaled.mmul(vectors.transpose())
}
