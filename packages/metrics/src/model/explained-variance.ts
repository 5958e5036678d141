import { covarianceMatrix, residualise, sumOver, symmetricEigen } from '@sdc/stats'
import { orthonormalBasis, squarable } from '@sdc/stats/internal'

export interface ExplainedVariance {
  /** R²(X_j | S) of every column; NaN if it is constant. */
  readonly before: Float64Array
  /** R²(X_j | S, Y). */
  readonly after: Float64Array
  /** (R²(X_j | S, Y) − R²(X_j | S))/(1 − R²(X_j | S)); NaN if S explains everything, or the column is constant. */
  readonly partial: Float64Array
  /** Canonical correlations of X and Y given S, descending; none if S explains X fully. */
  readonly canonical: Float64Array
  /** Number of independent columns of S, and of further ones of Y. */
  readonly rankOfGiven: number
  readonly rankOfMasked: number
}

/**
 * Squared residual, relative to the variation, below which it is rounding: the square of the limit of `residualise`.
 */
const NOTHING = 1e-20

/**
 * Computes the shares of the variation of x explained by s, and by s and y together.
 *
 * x: p × n, y: r × n, s: q × n, record by record, no value missing. By QR, so no Σ is inverted and dependent columns
 * add nothing. The squared canonical correlations are the eigenvalues of QᵀPQ, Q an orthonormal basis of the residual
 * of x given s, P the projection on s and y; 1 − Π(1 − ρ²) = 1 − |Σ_{X|S,Y}|/|Σ_{X|S}|. Cost: O(n(p + q + r)²). Source:
 * Muralidhar & Sarathy 2007, section 2.1; Hotelling 1936 (canonical correlations).
 *
 * @param x - p original columns of n values.
 * @param y - r masked columns of n values.
 * @param s - q given columns of n values.
 * @returns Shares of the variation of each column of x, canonical correlations, and ranks.
 */
export function explainedVariance(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  s: readonly Float64Array[],
): ExplainedVariance {
  return explainedInRange(x.map(squarable), y.map(squarable), s.map(squarable))
}

function explainedInRange(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  s: readonly Float64Array[],
): ExplainedVariance {
  const total = squares(residualise(x, []))
  const given = squares(residualise(x, s))
  const both = squares(residualise(x, [...s, ...y]))
  const rankOfGiven = orthonormalBasis(s).basis.length
  const rest = orthonormalBasis([...s, ...x]).basis.slice(rankOfGiven)
  return {
    before: total.map((sum, j) => (sum > 0 ? 1 - given[j] / sum : Number.NaN)),
    // Rounding must not make the larger design explain less.
    after: total.map((sum, j) => (sum > 0 ? 1 - Math.min(given[j], both[j]) / sum : Number.NaN)),
    partial: total.map((sum, j) => (given[j] > NOTHING * sum ? 1 - Math.min(1, both[j] / given[j]) : Number.NaN)),
    canonical: canonicalCorrelations(rest, [...s, ...y]),
    rankOfGiven,
    rankOfMasked: orthonormalBasis([...s, ...y]).basis.length - rankOfGiven,
  }
}

/**
 * Returns the canonical correlations of an orthonormal basis with the span of `design`. PQ has mean 0, so (PQ)ᵀPQ is n
 * − 1 times its covariance matrix.
 */
function canonicalCorrelations(basis: readonly Float64Array[], design: readonly Float64Array[]): Float64Array {
  if (basis.length === 0) return new Float64Array(0)
  const residuals = residualise(basis, design)
  const projected = basis.map((q, k) => q.map((value, i) => value - residuals[k][i]))
  const { values } = symmetricEigen(covarianceMatrix(projected))
  const last = basis[0].length - 1
  return values.map((value) => Math.sqrt(Math.max(0, Math.min(1, last * value))))
}

function squares(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => sumOver(column.length, (i) => column[i] * column[i]))
}
