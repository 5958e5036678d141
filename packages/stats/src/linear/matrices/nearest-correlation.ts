import { Matrix } from 'ml-matrix'
import { symmetricEigen } from './symmetric-eigen.js'

const ITERATIONS = 100
const TOLERANCE = 1e-10

/**
 * Returns the correlation matrix closest to a symmetric matrix in the Frobenius norm: positive semidefinite, diagonal
 * 1.
 *
 * Alternating projections onto the positive semidefinite matrices and those with unit diagonal, with Dykstra's
 * correction before the first. At most 100 iterations, until one moves no entry by more than 1e-10. Eigenvalues still
 * below 0 at the end are then set to 0 and the diagonal scaled back to 1. A matrix that already is a correlation matrix
 * is returned unchanged. Cost: O(p³) per iteration. Source: Higham 2002, algorithm 3.3.
 *
 * @throws RangeError if R is not square, symmetric (to 1e-9) or finite
 */
export function nearestCorrelation(r: Matrix): Matrix {
  const p = r.rows
  let y = symmetric(r)
  if (y.diagonal().every((value) => value === 1) && smallest(y) >= 0) return y
  let correction = Matrix.zeros(p, p)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const target = Matrix.sub(y, correction)
    const projected = positivePart(target)
    correction = Matrix.sub(projected, target)
    const next = withUnitDiagonal(projected)
    const moved = Matrix.sub(next, y).abs().max()
    y = next
    if (moved <= TOLERANCE) break
  }
  return rescaled(positivePart(y))
}

function symmetric(r: Matrix): Matrix {
  if (r.rows !== r.columns) throw new RangeError(`a correlation matrix is square, not ${r.rows}×${r.columns}`)
  const copy = r.clone()
  for (let i = 0; i < r.rows; i++) {
    for (let j = 0; j < i; j++) {
      if (!(Math.abs(r.get(i, j) - r.get(j, i)) <= 1e-9)) {
        throw new RangeError(`entries ${i},${j} and ${j},${i} of a correlation matrix differ`)
      }
      copy.set(j, i, r.get(i, j))
    }
  }
  return copy
}

function smallest(a: Matrix): number {
  return symmetricEigen(a).values.at(-1) ?? 0
}

/** Computes UΛ₊Uᵀ, the closest positive semidefinite matrix; computed by halves, so exactly symmetric. */
function positivePart(a: Matrix): Matrix {
  const { values, vectors } = symmetricEigen(a)
  const p = a.rows
  const part = Matrix.zeros(p, p)
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let total = 0
      for (let k = 0; k < p && values[k] > 0; k++) total += vectors.get(i, k) * values[k] * vectors.get(j, k)
      part.set(i, j, total)
      part.set(j, i, total)
    }
  }
  return part
}

function withUnitDiagonal(a: Matrix): Matrix {
  const copy = a.clone()
  for (let i = 0; i < a.rows; i++) copy.set(i, i, 1)
  return copy
}

/** Computes D^{−½}AD^{−½} with D = diag(A): keeps A positive semidefinite and makes its diagonal 1. */
function rescaled(a: Matrix): Matrix {
  const scale = a.diagonal().map(Math.sqrt)
  const result = Matrix.eye(a.rows)
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < i; j++) {
      const value = a.get(i, j) / scale[i] / scale[j]
      result.set(i, j, value)
      result.set(j, i, value)
    }
  }
  return result
}
