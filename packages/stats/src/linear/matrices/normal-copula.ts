import { Matrix } from 'ml-matrix'
import { nearestCorrelation } from './nearest-correlation.js'
import { sin } from '../../mathematics/index.js'

/** A larger difference is not rounding. */
const MOVED = 1e-9

/** Correlations of the normal scores behind a copula. */
export interface CopulaCorrelations {
  /** Correlation matrix: positive semidefinite, diagonal 1. */
  readonly correlations: Matrix
  /** Largest change of an entry by the nearest correlation matrix; 0 if it was rounding. */
  readonly moved: number
}

/**
 * Returns ρ = 2 sin(πρ_s/6), the correlation of two normal variables with Spearman's ρ_s. Source: Pearson 1907; Kruskal
 * 1958.
 */
export function normalFromSpearman(rho: number): number {
  return 2 * sin((Math.PI * rho) / 6)
}

/**
 * Returns the correlations of normal variables with these Spearman correlations, by `normalFromSpearman` for every
 * entry.
 *
 * Spearman correlations with ties, or not from a sample, may belong to no normal variables: then the nearest
 * correlation matrix is taken. Throws RangeError unless the matrix is square, symmetric and finite. Cost: O(p³).
 */
export function copulaCorrelations(spearman: Matrix): CopulaCorrelations {
  const wanted = Matrix.eye(spearman.rows, spearman.columns)
  for (let i = 0; i < wanted.rows; i++) {
    for (let j = 0; j < wanted.columns; j++) if (i !== j) wanted.set(i, j, normalFromSpearman(spearman.get(i, j)))
  }
  return nearestCopula(wanted)
}

/** Returns the nearest correlation matrix, and its distance. */
export function nearestCopula(wanted: Matrix): CopulaCorrelations {
  const correlations = nearestCorrelation(wanted)
  const moved = wanted.rows === 0 ? 0 : Matrix.sub(correlations, wanted).abs().max()
  return { correlations, moved: moved > MOVED ? moved : 0 }
}
