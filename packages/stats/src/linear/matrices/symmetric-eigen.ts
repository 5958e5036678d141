import { EigenvalueDecomposition, Matrix } from 'ml-matrix'

export interface SymmetricEigen {
  /** Eigenvalues, descending. */
  readonly values: Float64Array
  /** Orthonormal columns in the order of the values; the largest component of each is positive. */
  readonly vectors: Matrix
}

/**
 * Computes the eigenvalues and vectors of a symmetric matrix, A = UΛUᵀ.
 *
 * Householder reduction and implicit QL: every value is accurate to a few ε·|λ₁|, so the smallest of an ill-conditioned
 * matrix have few digits of their own. The sign of a vector is arbitrary; here its first component of largest size is
 * positive, so that runs can be compared.
 *
 * @throws RangeError for a matrix that is not square or not finite
 */
export function symmetricEigen(a: Matrix): SymmetricEigen {
  if (a.rows !== a.columns) throw new RangeError(`a symmetric matrix is square, not ${a.rows}×${a.columns}`)
  if (!a.to1DArray().every(Number.isFinite)) throw new RangeError('an entry of the matrix is not finite')
  const p = a.rows
  if (p === 0) return { values: new Float64Array(0), vectors: new Matrix(0, 0) }
  const found = new EigenvalueDecomposition(a, { assumeSymmetric: true })
  const values = found.realEigenvalues
  const order = Array.from(values.keys()).sort((i, j) => values[j] - values[i])
  const unsigned = found.eigenvectorMatrix
  const vectors = new Matrix(p, p)
  order.forEach((from, to) => {
    const sign = signOf(unsigned, from)
    for (let i = 0; i < p; i++) vectors.set(i, to, sign * unsigned.get(i, from))
  })
  return { values: Float64Array.from(order, (k) => values[k]), vectors }
}

/** Components within 1e-9 of the largest count as equally large, so that rounding does not choose between them. */
function signOf(vectors: Matrix, column: number): number {
  let largest = 0
  for (let i = 0; i < vectors.rows; i++) largest = Math.max(largest, Math.abs(vectors.get(i, column)))
  for (let i = 0; i < vectors.rows; i++) {
    const component = vectors.get(i, column)
    if (Math.abs(component) >= largest - 1e-9) return component < 0 ? -1 : 1
  }
  return 1
}
