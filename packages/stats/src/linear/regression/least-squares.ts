import { blocksOf } from '@sdc/core'
import { constantOf, mean, sum } from '../../moments/moments.js'

/** Remainder of a column after those before it, relative to its own spread, below which it depends on them. */
const DEPENDENT = 1e-10
/** Rounding of the column's own values, relative to their size; the remainder must exceed this, too. */
const ROUNDING = 2 ** -50

/**
 * Computes the residuals of the least-squares regression of every column on [1, design…].
 *
 * It uses QR of the centred design (Gram–Schmidt, each column orthogonalised twice, which leaves it orthogonal to
 * rounding). Columns of the design that are constant, or depend on earlier ones up to the rounding of their values, add
 * nothing, so any design is allowed. The residuals are orthogonal to 1 and to the design to a few ε·‖column‖, to a
 * dependent column also to the rounding of its values. A column explained completely leaves rounding, not 0. Cost:
 * O(nq(q + p)).
 *
 * @param columns - p of n values.
 * @param design - q of n values.
 * @returns p columns of n.
 * @throws RangeError if a value is missing or infinite, or the columns differ in length.
 */
export function residualise(columns: readonly Float64Array[], design: readonly Float64Array[]): Float64Array[] {
  requireFinite([...columns, ...design])
  const { basis } = orthonormalBasis(design)
  return columns.map((column) => {
    const residual = centred(column)
    project(residual, basis)
    project(residual, basis)
    return residual
  })
}

/**
 * Returns columns with the same linear span, mean 0 and the identity as sample covariance (ddof 1), both to a few ε.
 *
 * Z = √(n − 1)·Q of the QR decomposition of the centred columns with positive diagonal, which is X·chol(cov X)⁻ᵀ:
 * column j is made of columns 1…j. Cost: O(np²).
 *
 * @param columns - p of n values.
 * @returns Z, p columns of n.
 * @throws RangeError if the columns are dependent (always so with n ≤ p), if a value is missing or infinite, or the
 *   columns differ in length.
 */
export function whiten(columns: readonly Float64Array[]): Float64Array[] {
  const { basis, dependent } = orthonormalBasis(columns)
  if (dependent.length > 0) {
    const n = columns[0].length
    throw new RangeError(`column ${dependent[0]} depends on those before it in ${n} rows: it cannot be whitened`)
  }
  return withUnitVariance(basis)
}

/**
 * Returns as many columns as the rank of the given ones, with the same span, mean 0 and the identity as sample
 * covariance (ddof 1). It is `whiten` without the columns that are constant or depend on those before them, which add
 * none.
 *
 * Cost: O(np²).
 *
 * @param columns - p of n values.
 * @returns r ≤ p columns of n.
 * @throws RangeError when a value is missing or infinite, or the columns differ in length.
 */
export function whitenedSpan(columns: readonly Float64Array[]): Float64Array[] {
  return withUnitVariance(orthonormalBasis(columns).basis)
}

function withUnitVariance(basis: readonly Float64Array[]): Float64Array[] {
  return basis.map((q) => {
    const scale = Math.sqrt(q.length - 1)
    const scaled = new Float64Array(q.length)
    for (let i = 0; i < q.length; i++) scaled[i] = q[i] * scale
    return scaled
  })
}

/** QR decomposition of centred columns: column j = centre_j + Σ_k coordinates_jk·basis_k. */
export interface OrthonormalBasis {
  /** Q: r orthonormal columns of n, each of mean 0. */
  readonly basis: readonly Float64Array[]
  /** Means of the p columns. */
  readonly centres: Float64Array
  /** R by columns: the coordinates of each column on the vectors made before it and, last, on its own (positive). */
  readonly coordinates: readonly Float64Array[]
  /** Numbers of the columns that added no vector, because they depend on those before them. */
  readonly dependent: readonly number[]
}

/**
 * Computes an orthonormal basis of the span of the centred columns, in their order, with the coordinates of the
 * columns.
 *
 * Gram–Schmidt, each column orthogonalised twice. A column adds no vector if less than 1e-10 of its own spread, or only
 * the rounding of its values, is left after those before it. Its coordinates then give it back to that precision. The
 * coordinates are those of the least-squares regression of the column on [1, those before it], the last one is √SSE.
 * Cost: O(np²).
 *
 * @param columns - p of n values.
 * @returns The basis and the coordinates.
 * @throws RangeError if a value is missing or infinite, or the columns differ in length.
 */
export function orthonormalBasis(columns: readonly Float64Array[]): OrthonormalBasis {
  requireFinite(columns)
  const basis: Float64Array[] = []
  const coordinates: Float64Array[] = []
  const dependent: number[] = []
  columns.forEach((column, j) => {
    const q = centred(column)
    const least = DEPENDENT * norm(q) + ROUNDING * norm(column)
    const along = project(q, basis)
    const again = project(q, basis)
    for (let k = 0; k < along.length; k++) along[k] += again[k]
    const left = norm(q)
    if (left > least) {
      for (let i = 0; i < q.length; i++) q[i] /= left
      basis.push(q)
      coordinates.push(Float64Array.of(...along, left))
    } else {
      dependent.push(j)
      coordinates.push(along)
    }
  })
  return { basis, centres: Float64Array.from(columns, mean), coordinates, dependent }
}

/** Subtracts the mean from a column, twice: the second time removes the rounding error of the mean. */
function centred(column: Float64Array): Float64Array {
  const constant = constantOf(column)
  if (constant !== undefined) return new Float64Array(column.length)
  const first = sum(column) / column.length
  const result = new Float64Array(column.length)
  for (let i = 0; i < column.length; i++) result[i] = column[i] - first
  recentre(result)
  return result
}

function recentre(column: Float64Array): void {
  const rest = sum(column) / column.length
  for (let i = 0; i < column.length; i++) column[i] -= rest
}

/**
 * Subtracts from a column its projections on an orthonormal basis, one after another, and its mean; returns their
 * lengths.
 */
function project(column: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const lengths = new Float64Array(basis.length)
  basis.forEach((q, k) => {
    const along = dot(q, column)
    for (let i = 0; i < q.length; i++) column[i] -= along * q[i]
    lengths[k] = along
  })
  recentre(column)
  return lengths
}

/** Returns the Euclidean norm, scaled by the largest value against overflow and underflow. */
function norm(column: Float64Array): number {
  let largest = 0
  for (let i = 0; i < column.length; i++) largest = Math.max(largest, Math.abs(column[i]))
  if (largest === 0) return 0
  let squares = 0
  for (const { first, end } of blocksOf(column.length)) {
    let own = 0
    for (let i = first; i < end; i++) {
      const value = column[i] / largest
      own += value * value
    }
    squares += own
  }
  return largest * Math.sqrt(squares)
}

/** Computes Σ a_i·b_i: a sum per block of records, and these added in their order. */
function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (const { first, end } of blocksOf(a.length)) {
    let own = 0
    for (let i = first; i < end; i++) own += a[i] * b[i]
    total += own
  }
  return total
}

function requireFinite(columns: readonly Float64Array[]): void {
  columns.forEach((column) => {
    if (column.length !== columns[0].length) {
      throw new RangeError(`a regression needs columns of one length, not ${columns[0].length} and ${column.length}`)
    }
    // A loop, because calling a function per value takes longer than a projection.
    let row = 0
    while (row < column.length && Math.abs(column[row]) < Infinity) row++
    if (row < column.length) throw new RangeError(`a regression takes no missing or infinite value, as in row ${row}`)
  })
}
