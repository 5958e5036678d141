import { Matrix } from 'ml-matrix'
import { covarianceMatrix, crossProduct, pairedValues } from './covariance.js'
import { kendall } from './kendall.js'
import { hasMissing, mean } from './moments.js'
import { squarable } from './times-power.js'
import { rank } from '../order/rank.js'

export type CorrelationKind = 'pearson' | 'spearman' | 'kendall'

/**
 * Product-moment correlation of the complete pairs, within [−1, 1].
 *
 * NaN where it is not defined: fewer than two complete pairs, or a constant among them. The caller says why.
 */
export function pearson(a: Float64Array, b: Float64Array): number {
  const pairs = pairedValues(squarable(a), squarable(b))
  const ca = mean(pairs.a)
  const cb = mean(pairs.b)
  const sa = Math.sqrt(Math.max(0, crossProduct(pairs.a, pairs.a, ca, ca)))
  const sb = Math.sqrt(Math.max(0, crossProduct(pairs.b, pairs.b, cb, cb)))
  return withinOne(crossProduct(pairs.a, pairs.b, ca, cb), sa, sb)
}

/** Spearman's rank correlation: Pearson's, of the mid-ranks of the complete pairs. NaN as there. */
export function spearman(a: Float64Array, b: Float64Array): number {
  const pairs = pairedValues(a, b)
  return pearson(rank(pairs.a, 'average'), rank(pairs.b, 'average'))
}

/**
 * Pearson correlation matrix with a diagonal of exactly 1.
 *
 * A column that is constant or has fewer than two values has NaN in its row and column, diagonal included. With missing
 * values every entry is of its own complete pairs, and the matrix need not be positive semidefinite.
 */
export function correlationMatrix(columns: readonly Float64Array[]): Matrix {
  if (columns.some(hasMissing)) return pairwise(columns, pearson)
  return correlationsOf(covarianceMatrix(columns.map(squarable)))
}

/**
 * The correlations of columns with these covariances; diagonal of exactly 1, NaN in row and column of one without spread.
 *
 * @param covariances - p×p; written over.
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

/** Correlation matrix of one kind; missing values and constants as in {@link correlationMatrix}. */
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

/** product/(sa·sb), cut at ±1; NaN if a spread is 0 or unknown. */
export function withinOne(product: number, sa: number, sb: number): number {
  if (!(sa > 0 && sb > 0)) return Number.NaN
  return Math.max(-1, Math.min(1, product / sa / sb))
}
