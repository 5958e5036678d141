import { Matrix } from 'ml-matrix'
import { pairedValues } from './complete-pairs.js'
import { covarianceMatrix, crossProduct } from './covariance.js'
import { kendall } from './kendall.js'
import { hasMissing, mean } from './moments.js'
import { squarable } from './times-power.js'
import { rank } from '../order/rank.js'

export type CorrelationKind = 'pearson' | 'spearman' | 'kendall'

/**
 * Computes the product-moment correlation of the complete pairs, within [−1, 1].
 *
 * @param a - n values, NaN if missing.
 * @param b - As many.
 * @returns The correlation; NaN for fewer than two complete pairs, or a constant among them.
 */
export function pearson(a: Float64Array, b: Float64Array): number {
  const pairs = pairedValues(squarable(a), squarable(b))
  const ca = mean(pairs.a)
  const cb = mean(pairs.b)
  const sa = Math.sqrt(Math.max(0, crossProduct(pairs.a, pairs.a, ca, ca)))
  const sb = Math.sqrt(Math.max(0, crossProduct(pairs.b, pairs.b, cb, cb)))
  return withinOne(crossProduct(pairs.a, pairs.b, ca, cb), sa, sb)
}

/**
 * Computes Spearman's rank correlation, i.e. Pearson's correlation of the mid-ranks of the complete pairs.
 *
 * @param a - n values, NaN if missing.
 * @param b - As many.
 * @returns The correlation; NaN as for `pearson`.
 */
export function spearman(a: Float64Array, b: Float64Array): number {
  const pairs = pairedValues(a, b)
  return pearson(rank(pairs.a, 'average'), rank(pairs.b, 'average'))
}

/**
 * Computes the Pearson correlation matrix with a diagonal of exactly 1.
 *
 * A column that is constant or has fewer than two values has NaN in its row and column, including the diagonal. With
 * missing values every entry has its own complete pairs, and the matrix may not be positive semidefinite.
 */
export function correlationMatrix(columns: readonly Float64Array[]): Matrix {
  if (columns.some(hasMissing)) return pairwise(columns, pearson)
  return correlationsOf(covarianceMatrix(columns.map(squarable)))
}

/**
 * Computes the correlations from covariances, with a diagonal of exactly 1, and NaN in row and column of a column
 * without spread.
 *
 * @param covariances - p×p; overwritten.
 * @returns p×p numbers within [−1, 1].
 */
export function correlationsOf(covariances: Matrix): Matrix {
  const p = covariances.rows
  const sds = Array.from({ length: p }, (_, j) => Math.sqrt(covariances.get(j, j)))
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) {
      covariances.set(i, j, i === j && sds[i] > 0 ? 1 : withinOne(covariances.get(i, j), sds[i], sds[j]))
    }
  }
  return covariances
}

/**
 * Computes a correlation matrix of one kind.
 *
 * @param columns - p of n values, NaN if missing.
 * @param kind - Kind of the correlation.
 * @returns p×p; missing values and constants as in {@link correlationMatrix}.
 */
export function correlate(columns: readonly Float64Array[], kind: CorrelationKind): Matrix {
  if (kind === 'kendall') return pairwise(columns, kendall)
  if (kind === 'pearson') return correlationMatrix(columns)
  if (columns.some(hasMissing)) return pairwise(columns, spearman)
  return correlationMatrix(columns.map((column) => rank(column, 'average')))
}

function pairwise(columns: readonly Float64Array[], of: (a: Float64Array, b: Float64Array) => number): Matrix {
  const p = columns.length
  const matrix = new Matrix(p, p)
  for (let i = 0; i < p; i++) {
    for (let j = i; j < p; j++) {
      const value = of(columns[i], columns[j])
      const kept = i === j && value === value ? 1 : value
      matrix.set(i, j, kept)
      matrix.set(j, i, kept)
    }
  }
  return matrix
}

/** Returns product/(sa·sb), limited to ±1; NaN if a spread is 0 or unknown. */
export function withinOne(product: number, sa: number, sb: number): number {
  if (!(sa > 0 && sb > 0)) return Number.NaN
  return Math.max(-1, Math.min(1, product / sa / sb))
}
