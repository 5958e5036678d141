import type { Totals } from '@sdc/core'
import { nearestCopula, normalFromSpearman } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { addedTotals, type CopulaFile, type CopulaPass } from '../scores/copula-file.js'
import { freeScore, type ScoreModel } from '../fit/fit-to-given.js'
import { blockCentres, fittedScores } from '../fit/fit-passes.js'
import { standardLaw, type ScoreLaw } from '../fit/mixture-law.js'
import { packed, unpacked } from '../scores/packed.js'
import { relationsOf, type Condition } from '../fit/rank-relations.js'
import { coarseGrid, expectedSpearman, jointWeights, rankView, residualCorrelation, type ExpectedSpearman, type JointWeights } from '../fit/residual-correlation.js' // oxfmt-ignore

/** A rank correlation of 1, but for rounding. */
const PERFECT = 1 - 1e-12
const PAIRS = 'pairs of columns'

/** Normal copula of p columns, given q others: masked values are drawn by Y* = η + N(0, Ω). */
export interface CopulaModel {
  readonly rows: number
  /** Given columns that vary. */
  readonly conditions: readonly Condition[]
  /** Weights of their normal scores in the η of each column; without given columns η = 0. */
  readonly weights: readonly (Float64Array | undefined)[]
  /** Covariance of Y* given the others, positive semidefinite; without given columns the correlations. */
  readonly covariance: Matrix
  /** Law of each column's Y* over all records. */
  readonly laws: readonly ScoreLaw[]
  /** Largest difference between an expected rank correlation of the masked columns and the original one. */
  readonly missed: number
}

type Pair = readonly [number, number]

const pairsOf = (count: number): Pair[] =>
  Array.from({ length: count }, (_, i) => Array.from({ length: i }, (_, j) => [i, j] as const)).flat()

const models = new WeakMap<ReadonlyMap<string, Totals>, readonly ScoreModel[]>()

/** Returns Y* of every column, without the others. */
function scoreModels(file: CopulaFile): readonly ScoreModel[] {
  const known = models.get(file.totals)
  if (known !== undefined) return known
  const fitted = file.given === 0 ? [] : fittedScores(file)
  const own = fitted.length > 0 ? fitted : file.scores.map(freeScore)
  models.set(file.totals, own)
  return own
}

/** Pass that counts records by the η of each pair of columns, and its results. Cost: O(np²). */
export const pairsPass: CopulaPass = {
  name: PAIRS,
  needed: (file) => file.given > 0 && file.scores.length > 1 && relationsOf(file).conditions.length > 0,
  of(file, { given }) {
    const { conditions } = relationsOf(file)
    const own = scoreModels(file)
    const centres = blockCentres(own, conditions, given, file.rows)
    const grids = own.map(coarseGrid)
    return packed(
      pairsOf(own.length).map(([i, j]) => {
        const [x, y] = [centres[i], centres[j]]
        if (x === undefined || y === undefined) throw new Error('columns without weights are not read')
        return joinedRows(jointWeights(x, grids[i], y, grids[j]))
      }),
    )
  },
  // The lengths come first and are the same for every block.
  merge(total, own) {
    const next = unpacked(own)
    return packed(unpacked(total).map((weights, k) => addedTotals(weights, next[k])))
  },
  end(file, total) {
    const own = scoreModels(file)
    const counted = unpacked(total)
    const joint = pairsOf(own.length).map(([i], k) => rowsOf(counted[k], coarseGrid(own[i]).nodes))
    const { covariance, missed } = residuals(file, own, joint)
    return Float64Array.of(missed, ...covariance.to1DArray())
  },
}

function joinedRows(rows: JointWeights): Float64Array {
  const all = new Float64Array(rows.length * rows[0].length)
  rows.forEach((row, g) => all.set(row, g * row.length))
  return all
}

function rowsOf(all: Float64Array, rows: number): JointWeights {
  const length = all.length / rows
  return Array.from({ length: rows }, (_, g) => all.subarray(g * length, (g + 1) * length))
}

const copulas = new WeakMap<ReadonlyMap<string, Totals>, CopulaModel>()

/**
 * Makes scores Y*_j = Σ_k w_jk·S*_k + σ_j·e_j. The masked columns then have, in expectation, the original Spearman
 * correlations with the given columns and with each other, ties included.
 *
 * S*: normal scores Φ⁻¹(r/(n + 1)) of the mid-ranks r, standardised. The weights of a column solve the q equations of
 * `judged`; the correlation of each two residuals is then the one that gives their columns' correlation
 * (`residualCorrelation`). Without given columns and repeated values this is 2 sin(πρ_s/6). With ties it is larger,
 * since a masked value shows its score less exactly. The correlations of the pairs need not be positive semidefinite
 * together: then the nearest correlation matrix is taken. Cost: O(p³) after the passes. Source: Sarathy, Muralidhar &
 * Parsa 2002, without ties.
 *
 * @param file - State of the file after all passes.
 * @returns The model.
 */
export function modelOf(file: CopulaFile): CopulaModel {
  const known = copulas.get(file.totals)
  if (known !== undefined) return known
  const own = scoreModels(file)
  const p = own.length
  const read = file.totals.get(PAIRS)
  const { covariance, missed } = read
    ? { covariance: Matrix.from1DArray(p, p, read.subarray(1)), missed: read[0] }
    : residuals(file, own, [])
  const model = {
    rows: file.rows,
    conditions: file.given === 0 ? [] : relationsOf(file).conditions,
    weights: own.map(({ weights }) => weights),
    covariance,
    laws: own.map(({ law }) => law),
    missed: Math.max(missed, ...own.map((one) => one.missed)),
  }
  copulas.set(file.totals, model)
  return model
}

/** Returns the covariance of the residuals σe, and the expected error of the correlations of the columns. */
function residuals(
  file: CopulaFile,
  own: readonly ScoreModel[],
  joint: readonly JointWeights[],
): { readonly covariance: Matrix; readonly missed: number } {
  const wanted = Matrix.eye(own.length)
  const pairs = pairsOf(own.length)
  const { spearman } = pairs.length === 0 ? { spearman: wanted } : relationsOf(file)
  const expected = expectations(own, pairs, joint)
  pairs.forEach(([i, j], at) => {
    const rho = spearman.get(i, j)
    const none = own[i].sigma === 0 || own[j].sigma === 0
    const value = none ? 0 : Math.abs(rho) >= PERFECT ? Math.sign(rho) : solved(expected[at], rho)
    wanted.set(i, j, value)
    wanted.set(j, i, value)
  })
  const { correlations } = nearestCopula(wanted)
  const missed = pairs.map(([i, j], at) => Math.abs(reached(expected[at], correlations.get(i, j)) - spearman.get(i, j)))
  const covariance = correlations.clone()
  for (let i = 0; i < own.length; i++) {
    for (let j = 0; j < own.length; j++) covariance.set(i, j, correlations.get(i, j) * own[i].sigma * own[j].sigma)
  }
  return { covariance, missed: Math.max(0, ...missed) }
}

/**
 * Returns the model in which columns depend neither on each other nor on given ones: for files too small to estimate
 * correlations.
 *
 * @param columns - Number of masked columns.
 * @param rows - Number of records of the file.
 * @returns Independent standard normal scores, no conditions.
 */
export function independentModel(columns: number, rows: number): CopulaModel {
  const each = Array.from({ length: columns })
  return {
    rows,
    conditions: [],
    weights: each.map(() => undefined),
    covariance: Matrix.eye(columns),
    laws: each.map(() => standardLaw),
    missed: 0,
  }
}

/** Returns ρ(c) of every pair; pairs without ties and given columns use the closed form instead. */
function expectations(
  own: readonly ScoreModel[],
  pairs: readonly Pair[],
  joint: readonly JointWeights[],
): (ExpectedSpearman | undefined)[] {
  const closed = ([i, j]: Pair): boolean => own[i].weights === undefined && !own[i].scores.tied && !own[j].scores.tied
  const views = pairs.every(closed) ? [] : own.map(rankView)
  return pairs.map((pair, k) => {
    const [i, j] = pair
    return closed(pair) ? undefined : expectedSpearman(views[i], views[j], joint[k])
  })
}

function solved(expected: ExpectedSpearman | undefined, rho: number): number {
  return expected === undefined ? normalFromSpearman(rho) : residualCorrelation(expected, rho)
}

/** Returns ρ(c); without ties the ρ with 2 sin(πρ/6) = c. */
function reached(expected: ExpectedSpearman | undefined, c: number): number {
  return expected === undefined ? residualCorrelation(normalFromSpearman, c) : expected(c)
}
