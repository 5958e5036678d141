import { Matrix } from 'ml-matrix'
import { symmetricEigen } from './symmetric-eigen.js'

/** (A + λI)⁻¹ of a symmetric matrix, with the extreme eigenvalues of A. */
export interface RidgeInverse {
  /** p×p, by rows. */
  readonly inverse: Float64Array
  /** Smallest eigenvalue of A. */
  readonly smallest: number
  /** Greatest eigenvalue of A: the smallest of the inverse is 1/(greatest + λ). */
  readonly greatest: number
}

/**
 * Returns (A + λI)⁻¹ of a symmetric positive semidefinite matrix; eigenvalues that rounding made negative count as 0.
 *
 * @param a - p×p, by rows.
 * @param p - Number of rows; 0 gives an empty inverse.
 * @param lambda - λ, more than 0, which makes a singular A invertible.
 * @returns The inverse, symmetric to the last bit, and the extreme eigenvalues of A.
 * @throws RangeError if an entry is not finite, or λ is not positive.
 *
 * Cost: O(p³).
 */
export function ridgeInverse(a: Float64Array, p: number, lambda: number): RidgeInverse {
  if (!(lambda > 0)) throw new RangeError(`a ridge is positive, not ${lambda}`)
  if (a.length !== p * p) throw new RangeError(`a matrix of size ${p} has ${p * p} entries, not ${a.length}`)
  const { values, vectors } = symmetricEigen(Matrix.from1DArray(p, p, a))
  const inverse = new Float64Array(p * p)
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let total = 0
      for (let k = 0; k < p; k++) total += (vectors.get(i, k) * vectors.get(j, k)) / (Math.max(0, values[k]) + lambda)
      inverse[i * p + j] = inverse[j * p + i] = total
    }
  }
  return { inverse, smallest: p > 0 ? values[p - 1] : 0, greatest: p > 0 ? values[0] : 0 }
}
