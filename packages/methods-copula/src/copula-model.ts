import {
  correlationMatrix,
  eigSqrt,
  nearestCopula,
  normalFromSpearman,
  normalQuantile,
  pinvScaled,
  standardise,
} from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import { normalScores, rankedColumn, type RankedColumn } from './ranked-column.js'

/** A conditional variance below this is rounding: the columns conditioned on determine the score. */
const DETERMINED = 1e-10

/** The normal copula of p columns given q others. */
export interface CopulaModel {
  /** S*: normal scores of the columns conditioned on, mean 0 and variance 1; those without spread are left out. */
  readonly scores: readonly Float64Array[]
  /** R_XS·R_SS⁻¹, p×q. */
  readonly weights: Matrix
  /** A with AAᵀ = R_XX − R_XS·R_SS⁻¹·R_SX, p×r. */
  readonly root: Matrix
  /** How far the nearest correlation matrix moved a correlation; 0 where R was one. */
  readonly moved: number
}

/**
 * X* given S* is normal with mean R_XS·R_SS⁻¹·S* and covariance R_XX − R_XS·R_SS⁻¹·R_SX.
 *
 * S*: normal scores Φ⁻¹(r/(n + 1)) of the mid-ranks r, standardised; of a column with two values (an indicator) that is
 * the standardised column itself. R is 2 sin(πρ_s/6) of Spearman's ρ_s, of all pairs but those with a column of two
 * values, which has no normal variable behind it: with a masked column `normalFromBinary`, with another given one the
 * product-moment correlation of S*. Taken together these need not be positive semidefinite, with ties or few records
 * above all: then the nearest correlation matrix is taken. R_SS may be singular (`pinvScaled`), R_XX as well (`eigSqrt`).
 * Cost: O(n(p + q)² + (p + q)³). Source: Sarathy, Muralidhar & Parsa 2002.
 */
export function copulaModel(columns: readonly RankedColumn[], given: readonly Float64Array[]): CopulaModel {
  const conditions = given.map(rankedColumn).filter(({ distinct }) => distinct > 1)
  const scores = standardise(conditions.map(({ ranks }) => normalScores(ranks))).columns
  const [p, q] = [columns.length, conditions.length]
  const spearman = correlationMatrix([...columns, ...conditions].map(({ ranks }) => ranks))
  const between = correlationMatrix(scores)
  const wanted = Matrix.eye(p + q)
  const binary = (k: number): boolean => k >= p && conditions[k - p].distinct === 2
  for (let i = 0; i < p + q; i++) {
    for (let j = 0; j < i; j++) {
      let value = normalFromSpearman(spearman.get(i, j))
      if (j >= p && (binary(i) || binary(j))) value = between.get(i - p, j - p)
      else if (j < p && binary(i)) value = normalFromBinary(spearman.get(i, j), columns[j], conditions[i - p])
      wanted.set(i, j, value)
      wanted.set(j, i, value)
    }
  }
  const { correlations, moved } = nearestCopula(wanted)
  if (q === 0) return { scores, weights: Matrix.zeros(p, 0), root: eigSqrt(correlations), moved }
  const across = correlations.subMatrix(0, p - 1, p, p + q - 1)
  const weights = across.mmul(pinvScaled(correlations.subMatrix(p, p + q - 1, p, p + q - 1)))
  const rest = correlations.subMatrix(0, p - 1, 0, p - 1).sub(weights.mmul(across.transpose()))
  return { scores, weights, root: eigSqrt(covarianceFrom(rest)), moved }
}

/**
 * The model in which no column depends on another or on any given one: for files too small to estimate correlations from.
 */
export function independentModel(columns: number): CopulaModel {
  return { scores: [], weights: Matrix.zeros(columns, 0), root: Matrix.eye(columns), moved: 0 }
}

/**
 * The correlation of a score with an indicator b for which Y* = r·b* + √(1 − r²)·e has the column's Spearman correlation
 * with b. With π the share of ones, δ = (r/√(1 − r²))/√(π(1 − π)) is the difference of the groups' means in units of e,
 * P = Φ(δ/√2) the chance that a value with b = 1 is above one with b = 0, and P − ½ = Cov(rank, b)/(nπ(1 − π)).
 * Where the groups do not overlap P is taken as half a pair short of 1.
 */
function normalFromBinary(rho: number, column: RankedColumn, indicator: RankedColumn): number {
  const n = column.ranks.length
  const share = indicator.ranks.reduce((count, rank) => count + (rank > (n + 1) / 2 ? 1 : 0), 0) / n
  const spread = share * (1 - share)
  const covariance = rho * rankSpread(column.ranks) * Math.sqrt(spread)
  const most = 0.5 - 1 / (2 * n * n * spread)
  const beyond = Math.max(-most, Math.min(most, covariance / (n * spread)))
  const difference = Math.SQRT2 * normalQuantile(0.5 + beyond) * Math.sqrt(spread)
  return difference / Math.sqrt(1 + difference * difference)
}

/** Standard deviation of ranks 1 to n, ties or not: their mean is (n + 1)/2. */
function rankSpread(ranks: Float64Array): number {
  const centre = (ranks.length + 1) / 2
  let squares = 0
  for (let i = 0; i < ranks.length; i++) squares += (ranks[i] - centre) * (ranks[i] - centre)
  return Math.sqrt(squares / ranks.length)
}

/** Symmetric, and without the variances that are rounding. */
function covarianceFrom(rest: Matrix): Matrix {
  const p = rest.rows
  const result = Matrix.zeros(p, p)
  for (let i = 0; i < p; i++) {
    if (rest.get(i, i) < DETERMINED) continue
    for (let j = 0; j < p; j++) {
      if (rest.get(j, j) >= DETERMINED) result.set(i, j, (rest.get(i, j) + rest.get(j, i)) / 2)
    }
  }
  return result
}
