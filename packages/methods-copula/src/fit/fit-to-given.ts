import { normalQuantile } from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import type { CopulaFile } from '../scores/copula-file.js'
import type { MidScores } from '../scores/mid-scores.js'
import { mixtureLaw, normalSums, smoothedSteps, standardLaw, type Grid, type ScoreLaw } from './mixture-law.js'
import type { RankRelations } from './rank-relations.js'
import type { Steps } from './rank-terms.js'
import type { ScoreMass } from '../scores/score-mass.js'
import { dot, times, type Norm, type Tried } from './weights-search.js'

/** Residual variance below which it is rounding: the given columns determine the score. */
const DETERMINED = 1e-10

/** Y* = η + σe of a column, with η linear in the scores of the given ones. */
export interface ScoreModel {
  /** Weights of S* in η; undefined without given columns: η = 0. */
  readonly weights?: Float64Array
  /** Range that contains the η of all records. */
  readonly range: readonly [number, number]
  readonly sigma: number
  /** Law of Y* over all records. */
  readonly law: ScoreLaw
  /** Mid-rank of the masked value as a function of Y*. */
  readonly steps: Steps
  readonly scores: MidScores
  /** Largest difference between an expected rank correlation with a given column and the original one. */
  readonly missed: number
}

/**
 * Returns Y* of a column that depends on no given one.
 *
 * @param scores - Mid-ranks of the masked column.
 * @returns A standard normal score.
 */
export function freeScore(scores: MidScores): ScoreModel {
  const steps = { thresholds: scores.cuts.map(normalQuantile), levels: scores.levels }
  return { range: [0, 0], sigma: 1, law: standardLaw, steps, scores, missed: 0 }
}

/** Inputs of the search for the weights of a column. */
export interface FitTask {
  readonly scores: MidScores
  /** Φ⁻¹ of the cuts of the scores. */
  readonly quantiles: Float64Array
  /** Spearman's correlations with the q given columns. */
  readonly target: Float64Array
  /** Correlations of the column's own normal scores with theirs. */
  readonly start: Float64Array
  /** C⁻¹, with C the correlations of their normal scores; generalised if C is singular. */
  readonly inverse: Matrix
}

const known = new WeakMap<RankRelations, readonly FitTask[]>()

/**
 * Makes the tasks of all masked columns; none if no given column varies.
 *
 * @param file - File with p columns to mask.
 * @param relations - Its correlations with the q conditions.
 * @returns p tasks; the same objects for the same relations.
 */
export function fitTasks({ scores }: CopulaFile, relations: RankRelations): readonly FitTask[] {
  const { conditions, spearman, withGiven, inverse } = relations
  if (conditions.length === 0) return []
  const tasks =
    known.get(relations) ??
    scores.map((own, j) => ({
      scores: own,
      quantiles: own.cuts.map(normalQuantile),
      target: Float64Array.from(spearman.getRow(j).slice(scores.length)),
      start: Float64Array.from(withGiven.getRow(j)),
      inverse,
    }))
  known.set(relations, tasks)
  return tasks
}

/** |v|² = vᵀC⁻¹v. */
export const normOf =
  ({ inverse }: Pick<FitTask, 'inverse'>): Norm =>
  (v) =>
    Math.sqrt(Math.max(0, dot(v, times(inverse, v))))

/**
 * Returns the start of a search: the regression of the column's own normal scores on S*, which is right if neither has
 * ties.
 *
 * @param task - Task of the column.
 * @returns The first v to try, of q numbers and of length 1 at most, and the q×q inverse of the Jacobian there.
 */
export function startOf(task: FitTask): { readonly v: Float64Array; readonly inverse: Matrix } {
  const { start } = task
  const norm = normOf(task)
  const length = Math.min(1, norm(start))
  const v = start.map((r) => (length > 0 ? (r * (1 - Math.sqrt(1 - length))) / norm(start) : 0))
  // The inverse of the Jacobian: ρ is about r, and the slope of r in v across the start is 2 − |v|.
  return { v, inverse: Matrix.eye(start.length).mul(1 / (2 - norm(v))) }
}

/**
 * Computes the weights of S* and σ at v: w = C⁻¹r, r = v·(2 − |v|), σ² = 1 − |r|².
 *
 * @param v - q numbers, of length 1 at most.
 * @param task - Task of the column.
 * @returns q weights, and σ from 0 to 1: 0 if the given columns determine the score.
 */
export function attemptAt(v: Float64Array, task: FitTask): { readonly weights: Float64Array; readonly sigma: number } {
  const length = Math.min(1, normOf(task)(v))
  const r = v.map((value) => value * (2 - length))
  const rest = 1 - length * length * (2 - length) * (2 - length)
  return { weights: times(task.inverse, r), sigma: rest < DETERMINED ? 0 : Math.sqrt(rest) }
}

/**
 * Computes η of some records: Σ w_k·S*_k.
 *
 * @param weights - q weights.
 * @param scores - S*: q columns of m.
 * @returns m numbers.
 */
export function centresOf(weights: Float64Array, scores: readonly Float64Array[]): Float64Array {
  const centres = new Float64Array(scores[0].length)
  scores.forEach((score, k) => {
    const weight = weights[k]
    for (let i = 0; i < centres.length; i++) centres[i] += weight * score[i]
  })
  return centres
}

/** Weights that were tried, with the number of records by η. */
export interface Trial extends Tried {
  readonly counted: Pick<ScoreMass, 'step' | 'first' | 'mass'>
}

/**
 * Returns the distance of the masked column from the wanted Spearman correlations with the given columns, including
 * ties and categories.
 *
 *     (1/n) Σ_i E[m(Y*_i) | S*_i]·rank(S_ik) = ρ_k·sd(m), k = 1 … q
 *
 * m is the mid-rank of the masked value, a step function of Y* with steps d_s at t_s, the quantiles of Y* over all
 * records. If the law of S* is not normal, that of Y* is not either. E[m | η] = m_0 + Σ_s d_s·Φ((η − t_s)/σ).
 *
 * @param v - Point v to try.
 * @param counted - n records by η, with sums of their standardised ranks in the given columns.
 * @param n - Number of records.
 * @param task - Task of the column.
 * @returns The trial with its distances.
 */
export function judged(v: Float64Array, counted: ScoreMass, n: number, task: FitTask): Trial {
  const { scores, target } = task
  const { sigma } = attemptAt(v, task)
  const { grid, by, steps } = scoreLaw(counted, sigma, task)
  const means = smoothedSteps(steps.thresholds, scores.levels, grid, by)
  const scale = n * Math.sqrt(scores.variance)
  const residual = Float64Array.from(counted.sums, (sum, k) => dot(sum, means) / scale - target[k])
  const missed = residual.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const { step, first, mass } = counted
  return { v, sigma, residual, missed, counted: { step, first, mass } }
}

function scoreLaw(
  { step, first, mass }: Trial['counted'],
  sigma: number,
  { scores, quantiles }: FitTask,
): {
  readonly law: ScoreLaw
  readonly grid: Grid
  readonly by: ReturnType<typeof normalSums>
  readonly steps: Steps
} {
  const grid = { low: first * step, step, nodes: mass.length }
  // If the noise is finer than the grid, its law gets the width of the grid.
  const smooth = Math.max(sigma, step)
  const by = normalSums(step, smooth)
  const law = mixtureLaw(mass, grid, smooth, by)
  return { law, grid, by, steps: { thresholds: quantiles.map(law.fromNormal), levels: scores.levels } }
}

/**
 * Makes Y* of a column with the weights of a trial.
 *
 * @param trial - Trial, with the records counted by the η it gives.
 * @param task - Task of the column.
 * @returns The model, with the law of the counted records.
 */
export function modelOfTrial({ v, counted, missed }: Trial, task: FitTask): ScoreModel {
  const { weights, sigma } = attemptAt(v, task)
  const { law, steps } = scoreLaw(counted, sigma, task)
  const { step, first, mass } = counted
  return { weights, range: [first * step, (first + mass.length - 1) * step], sigma, law, steps, scores: task.scores, missed } // oxfmt-ignore
}
