import { Matrix } from 'ml-matrix'
import { symmetricEigen } from './symmetric-eigen.js'

/** Σ weights_k f(nodes_k) ≈ E f(Z) for standard normal Z. */
export interface GaussHermite {
  /** Nodes, descending. */
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

/**
 * Gauss–Hermite quadrature for the standard normal law, exact for polynomials of degree 2·count − 1.
 *
 * The nodes are the eigenvalues of the symmetric tridiagonal matrix with √1, √2, … next to the diagonal. The weights
 * are the squared first components of its eigenvectors. Both have absolute errors of about 1e-15. Cost: O(count³).
 * Source: Golub & Welsch 1969.
 *
 * @throws RangeError unless count is a positive whole number
 */
export function gaussHermite(count: number): GaussHermite {
  if (!(Number.isInteger(count) && count >= 1)) throw new RangeError(`a quadrature has a number of nodes, not ${count}`)
  const jacobi = Matrix.zeros(count, count)
  for (let k = 1; k < count; k++) {
    jacobi.set(k - 1, k, Math.sqrt(k))
    jacobi.set(k, k - 1, Math.sqrt(k))
  }
  const { values, vectors } = symmetricEigen(jacobi)
  return { nodes: values, weights: Float64Array.from(vectors.getRow(0), (component) => component * component) }
}
