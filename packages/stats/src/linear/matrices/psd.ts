import { Matrix } from 'ml-matrix'
import { symmetricEigen } from './symmetric-eigen.js'

/**
 * Eigenvalues of the correlation matrix below this value, per column, count as rounding: the square root drops them.
 */
const ROOT_TOLERANCE = 1e-10
/** Eigenvalue below which an inverse would amplify rounding more than 1e8 times. */
const INVERSE_TOLERANCE = 1e-8
/** Pivots of the correlation matrix below this value, per column, count as linear dependence. */
const PIVOT_TOLERANCE = 1e-13
/** A pivot further below 0 than this is not rounding: the matrix is indefinite. */
const INDEFINITE_TOLERANCE = 1e-8
/** Rounding of an entry, which division by the smallest earlier pivot amplifies. */
const ROUNDING = 4 * Number.EPSILON

/** C = D(UΛUᵀ)D on the rows with variance, without the others. */
export interface ScaledEigen {
  /** D = diag(C)^½ of all p rows, 0 for dropped ones. */
  readonly scale: Float64Array
  /** Rows kept, ascending. */
  readonly rows: Uint32Array
  /** Λ, descending: eigenvalues of the correlation matrix of the rows kept. */
  readonly values: Float64Array
  /** U, a column per eigenvalue. */
  readonly vectors: Matrix
}

/**
 * Computes the eigendecomposition of D⁻¹CD⁻¹, so that no tolerance depends on units: a column in euros counts as much
 * as one in millions.
 *
 * @throws RangeError if C is not square, not symmetric to 1e-9 on that scale, or has a negative diagonal
 */
export function scaledEigen(c: Matrix): ScaledEigen {
  const { scale, rows, correlation } = toCorrelation(c)
  const { values, vectors } = symmetricEigen(correlation)
  return { scale, rows, values, vectors }
}

/**
 * Returns a p×r matrix A with AAᵀ = C, A = D·U_rΛ_r^½: noise with covariance C is G·Aᵀ for n×r standard normal G.
 *
 * r is the number of eigenvalues of D⁻¹CD⁻¹ of at least 1e-10·p; smaller and negative ones are dropped. If C is not
 * positive semidefinite, AAᵀ is its positive semidefinite part. Rows without variance are 0. Cost: O(p³).
 */
export function eigSqrt(c: Matrix): Matrix {
  const { scale, rows, values, vectors } = scaledEigen(c)
  const r = countFrom(values, ROOT_TOLERANCE * c.rows)
  const root = new Matrix(c.rows, r)
  rows.forEach((row, i) => {
    for (let k = 0; k < r; k++) root.set(row, k, scale[row] * vectors.get(i, k) * Math.sqrt(values[k]))
  })
  return root
}

/**
 * Returns the symmetric generalised inverse D⁻¹U_rΛ_r⁻¹U_rᵀD⁻¹ over the eigenvalues of D⁻¹CD⁻¹ of at least 1e-8.
 *
 * For regular C it is C⁻¹. For singular C it satisfies CAC = C and ACA = A, to the tolerance, in any units; it is not
 * the Moore–Penrose inverse, which depends on the units. Rows without variance are 0.
 */
export function pinvScaled(c: Matrix): Matrix {
  const { scale, rows, values, vectors } = scaledEigen(c)
  const r = countFrom(values, INVERSE_TOLERANCE)
  const inverse = Matrix.zeros(c.rows, c.rows)
  rows.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      let total = 0
      for (let k = 0; k < r; k++) total += (vectors.get(i, k) * vectors.get(j, k)) / values[k]
      const value = total / scale[row] / scale[rows[j]]
      inverse.set(row, rows[j], value)
      inverse.set(rows[j], row, value)
    }
  })
  return inverse
}

/**
 * Returns the lower triangular L with LLᵀ = C for positive semidefinite C; for regular C the Cholesky factor.
 *
 * A column that depends on those before it (pivot on the correlation scale up to 1e-13·p) has zeros in L. LLᵀ then
 * differs from C by at most the root of that, 3e-7·√p of the scale, or by rounding if the dependence is exact. Cost:
 * O(p³/3).
 *
 * @throws RangeError if C is indefinite: a pivot below −1e-8·p, and below what rounding over the smallest earlier
 *   pivot explains
 */
export function cholPSD(c: Matrix): Matrix {
  const { scale, rows, correlation } = toCorrelation(c)
  const m = rows.length
  const l = Matrix.zeros(m, m)
  let least = 1
  for (let j = 0; j < m; j++) {
    const pivot = rest(l, correlation, j, j, j)
    if (pivot < -m * Math.max(INDEFINITE_TOLERANCE, ROUNDING / least)) {
      throw new RangeError(`the matrix is not positive semidefinite: scaled pivot ${pivot} in row ${rows[j]}`)
    }
    if (pivot <= PIVOT_TOLERANCE * m) continue
    least = Math.min(least, pivot)
    const diagonal = Math.sqrt(pivot)
    l.set(j, j, diagonal)
    for (let i = j + 1; i < m; i++) l.set(i, j, rest(l, correlation, i, j, j) / diagonal)
  }
  const full = Matrix.zeros(c.rows, c.rows)
  rows.forEach((row, i) => {
    for (let j = 0; j <= i; j++) full.set(row, rows[j], scale[row] * l.get(i, j))
  })
  return full
}

/** Returns C_ij − Σ_{k<upTo} L_ik L_jk. */
function rest(l: Matrix, c: Matrix, i: number, j: number, upTo: number): number {
  let value = c.get(i, j)
  for (let k = 0; k < upTo; k++) value -= l.get(i, k) * l.get(j, k)
  return value
}

function countFrom(descending: Float64Array, least: number): number {
  let count = 0
  while (count < descending.length && descending[count] >= least) count++
  return count
}

interface Correlation {
  readonly scale: Float64Array
  readonly rows: Uint32Array
  readonly correlation: Matrix
}

function toCorrelation(c: Matrix): Correlation {
  if (c.rows !== c.columns) throw new RangeError(`a covariance matrix is square, not ${c.rows}×${c.columns}`)
  const diagonal = Float64Array.from(c.diagonal())
  const bad = diagonal.findIndex((value) => !(value >= 0 && value < Infinity))
  if (bad >= 0) throw new RangeError(`the variance in row ${bad} of a covariance matrix is ${diagonal[bad]}`)
  const scale = diagonal.map(Math.sqrt)
  const rows = Uint32Array.from(scale.keys()).filter((row) => scale[row] > 0)
  const correlation = Matrix.eye(rows.length)
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const lower = c.get(rows[i], rows[j]) / scale[rows[i]] / scale[rows[j]]
      const upper = c.get(rows[j], rows[i]) / scale[rows[i]] / scale[rows[j]]
      if (!(Math.abs(lower - upper) <= 1e-9)) {
        throw new RangeError(`entries ${rows[i]},${rows[j]} and ${rows[j]},${rows[i]} of a covariance matrix differ`)
      }
      correlation.set(i, j, (lower + upper) / 2)
      correlation.set(j, i, (lower + upper) / 2)
    }
  }
  return { scale, rows, correlation }
}
