import {
  correlationMatrix,
  nearestCopula,
  normalFromSpearman,
  normalQuantile,
  pinvScaled,
  standardise,
} from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import { fitToGiven, freeScore, type ScoreModel } from './fit-to-given.js'
import { midScores, type MidScores, type TiesOut } from './mid-scores.js'
import { standardLaw, type ScoreLaw } from './mixture-law.js'
import { normalScores, rankedColumn, type RankedColumn } from './ranked-column.js'
import { expectedSpearman, rankView, residualCorrelation, type ExpectedSpearman } from './residual-correlation.js'

/** A rank correlation of 1, but for rounding. */
const PERFECT = 1 - 1e-12

/** The normal copula of p columns, given q others: masked values are drawn by Y* = η + N(0, Ω). */
export interface CopulaModel {
  /** η of each column, a number a record; where nothing is given η = 0. */
  readonly centres: readonly (Float64Array | undefined)[]
  /** The covariance of Y* given the others, positive semidefinite; without given columns their correlations. */
  readonly covariance: Matrix
  /** The law of each column's Y* over all records. */
  readonly laws: readonly ScoreLaw[]
  /** The largest difference of a rank correlation that is expected of the masked columns from the original one. */
  readonly missed: number
}

/**
 * Scores Y*_j = Σ_k w_jk·S*_k + σ_j·e_j for which the masked columns are expected to have the original Spearman
 * correlations with the given columns and with each other, the ties of both taken as they are.
 *
 * S*: normal scores Φ⁻¹(r/(n + 1)) of the mid-ranks r, standardised. The weights of a column solve the q equations of
 * `fitToGiven`; the correlation of each two residuals is then the one that gives their columns' correlation
 * (`residualCorrelation`). Where nothing is given and no value repeats that is 2 sin(πρ_s/6); with ties it is more, since a
 * masked value shows its score less exactly. The correlations of the pairs need not be positive semidefinite together: then
 * the nearest correlation matrix is taken. Cost: O(np(q·rounds + p) + p³). Source: Sarathy, Muralidhar & Parsa 2002,
 * without ties.
 *
 * @param ties which values the masked columns repeat
 */
export function copulaModel(
  columns: readonly RankedColumn[],
  given: readonly Float64Array[],
  ties: TiesOut = 'own',
): CopulaModel {
  const conditions = given.map(rankedColumn).filter(({ distinct }) => distinct > 1)
  const spearman = correlationMatrix([...columns, ...conditions].map(({ ranks }) => ranks))
  const models = scoreModels(columns, conditions, spearman, ties)
  const p = columns.length
  const wanted = Matrix.eye(p)
  const pairs = models.flatMap((_, i) => models.slice(0, i).map((_, j) => [i, j] as const))
  const expected = expectations(models, pairs)
  pairs.forEach(([i, j], at) => {
    const rho = spearman.get(i, j)
    const none = models[i].sigma === 0 || models[j].sigma === 0
    const value = none ? 0 : Math.abs(rho) >= PERFECT ? Math.sign(rho) : solved(expected[at], rho)
    wanted.set(i, j, value)
    wanted.set(j, i, value)
  })
  const { correlations } = nearestCopula(wanted)
  const missed = pairs.map(([i, j], at) => Math.abs(reached(expected[at], correlations.get(i, j)) - spearman.get(i, j)))
  const covariance = correlations.clone()
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) covariance.set(i, j, correlations.get(i, j) * models[i].sigma * models[j].sigma)
  }
  return {
    centres: models.map(({ centres }) => centres),
    covariance,
    laws: models.map(({ law }) => law),
    missed: Math.max(0, ...missed, ...models.map((model) => model.missed)),
  }
}

/**
 * The model in which no column depends on another or on any given one: for files too small to estimate correlations from.
 */
export function independentModel(columns: number): CopulaModel {
  const each = Array.from({ length: columns })
  return {
    centres: each.map(() => undefined),
    covariance: Matrix.eye(columns),
    laws: each.map(() => standardLaw),
    missed: 0,
  }
}

function scoreModels(
  columns: readonly RankedColumn[],
  conditions: readonly RankedColumn[],
  spearman: Matrix,
  ties: TiesOut,
): ScoreModel[] {
  const scores = columns.map((column): [MidScores, Float64Array] => {
    const made = midScores(column, ties)
    return [made, made.cuts.map(normalQuantile)]
  })
  if (conditions.length === 0) return scores.map(([made, quantiles]) => freeScore(made, quantiles))
  const [p, q] = [columns.length, conditions.length]
  const normal = standardise(conditions.map(({ ranks }) => normalScores(ranks))).columns
  const all = correlationMatrix([...columns.map(({ ranks }) => normalScores(ranks)), ...normal])
  const given = {
    scores: normal,
    ranks: standardise(conditions.map(({ ranks }) => ranks)).columns,
    inverse: pinvScaled(all.subMatrix(p, p + q - 1, p, p + q - 1)),
  }
  const withGiven = (matrix: Matrix, j: number): Float64Array => Float64Array.from(matrix.getRow(j).slice(p))
  return scores.map(([made, quantiles], j) =>
    fitToGiven(made, quantiles, withGiven(spearman, j), withGiven(all, j), given),
  )
}

/** ρ(c) of every pair; of pairs without ties, given nothing, the closed form is used instead. */
function expectations(
  models: readonly ScoreModel[],
  pairs: readonly (readonly [number, number])[],
): (ExpectedSpearman | undefined)[] {
  const closed = ([i, j]: readonly [number, number]): boolean =>
    models[i].centres === undefined && !models[i].scores.tied && !models[j].scores.tied
  const views = pairs.every(closed) ? [] : models.map(rankView)
  return pairs.map(([i, j]) => (closed([i, j]) ? undefined : expectedSpearman(views[i], views[j])))
}

function solved(expected: ExpectedSpearman | undefined, rho: number): number {
  return expected === undefined ? normalFromSpearman(rho) : residualCorrelation(expected, rho)
}

/** ρ(c); without ties the ρ with 2 sin(πρ/6) = c. */
function reached(expected: ExpectedSpearman | undefined, c: number): number {
  return expected === undefined ? residualCorrelation(normalFromSpearman, c) : expected(c)
}
