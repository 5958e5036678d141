import type { Totals } from '@sdc/core'
import { correlationsOf, covarianceOfSums, crossSumsOfBlock, mergedCrossSums, pinvScaled } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { blockArrays, freshArrays, type Arrays } from '../scores/block-arrays.js'
import type { CopulaFile, CopulaPass, RankBlock } from '../scores/copula-file.js'
import { packed, unpacked } from '../scores/packed.js'
import { normalScores } from '../scores/ranked-column.js'

const NAME = 'rank correlations'

const scoreArrays = blockArrays()

/** Column that the model conditions on and that varies. */
export interface Condition {
  /** Its number among all given columns, from 0. */
  readonly index: number
  /** Mean of its normal scores. */
  readonly mean: number
  readonly sd: number
  /** Standard deviation of its mid-ranks, whose mean is (n + 1)/2. */
  readonly rankSd: number
}

/** Correlations between the columns of a file. */
export interface RankRelations {
  readonly conditions: readonly Condition[]
  /** Spearman's correlations of the p masked columns and the conditions. */
  readonly spearman: Matrix
  /**
   * Pearson's correlations of the normal scores Φ⁻¹(r/(n + 1)) of masked columns (p) and conditions (q): p×q; empty
   * without given columns.
   */
  readonly withGiven: Matrix
  /** C⁻¹, with C the correlations of the conditions' normal scores; generalised if C is singular. */
  readonly inverse: Matrix
}

/** Pass that gives the correlations of ranks and of normal scores. Cost: O(n(p + q)²). */
export const relationsPass: CopulaPass = {
  name: NAME,
  needed: ({ scores, given }) => scores.length + given > 1,
  of({ rows, given }, block) {
    const columns = [...block.masked, ...block.given]
    const middle = (rows + 1) / 2
    const ranks = crossSumsOfBlock(columns, new Float64Array(columns.length).fill(middle))
    if (given === 0) return packed([ranks])
    // The mean of scores is 0 apart from ties, which change it little.
    const scores = columns.map((column, k) => normalScores(column, rows, scoreArrays(k, column.length)))
    return packed([ranks, crossSumsOfBlock(scores, new Float64Array(columns.length))])
  },
  merge(total, own) {
    const next = unpacked(own)
    return packed(unpacked(total).map((sums, k) => mergedCrossSums(sums, next[k])))
  },
  end: ({ rows, scores, given }, total) => {
    const count = scores.length + given
    const [ofRanks, ofScores] = unpacked(total).map((sums) => ({
      means: sums.subarray(count * count).map((sum) => sum / rows),
      covariances: covarianceOfSums(sums, rows, new Array<boolean>(count).fill(false)),
    }))
    const rankSds = sdsOf(ofRanks.covariances)
    const spearman = correlationsOf(ofRanks.covariances)
    if (ofScores === undefined) return packed([rankSds, numbersOf(spearman)])
    const sds = sdsOf(ofScores.covariances)
    const normal = correlationsOf(ofScores.covariances)
    const varying = varyingOf(rankSds, scores.length)
    const inverse = varying.length === 0 ? [] : numbersOf(pinvScaled(normal.selection(varying, varying)))
    return packed([rankSds, numbersOf(spearman), ofScores.means, sds, numbersOf(normal), Float64Array.from(inverse)])
  },
}

const sdsOf = (covariances: Matrix): Float64Array => Float64Array.from(covariances.diagonal(), Math.sqrt)
const numbersOf = (matrix: Matrix): Float64Array => Float64Array.from(matrix.to1DArray())

/** Returns the indices, after the first p, of the columns that vary. */
const varyingOf = (sds: Float64Array, p: number): number[] => [...sds.keys()].slice(p).filter((at) => sds[at] > 0)

const known = new WeakMap<Totals, RankRelations>()

/**
 * Returns the correlations between the columns of a file, after `relationsPass`.
 *
 * @param file - State of the file.
 * @returns Correlations; given columns that are constant are left out.
 */
export function relationsOf(file: CopulaFile): RankRelations {
  const totals = file.totals.get(NAME) as Totals
  const relations = known.get(totals) ?? relationsIn(totals, file.scores.length)
  known.set(totals, relations)
  return relations
}

function relationsIn(totals: Totals, p: number): RankRelations {
  const [rankSds, ranks, means, sds, normal, inverse] = unpacked(totals)
  const matrix = (numbers: Float64Array, rows: readonly number[], columns: readonly number[]): Matrix =>
    Matrix.from1DArray(rankSds.length, rankSds.length, numbers).selection([...rows], [...columns])
  const masked = [...rankSds.subarray(0, p).keys()]
  const varying = varyingOf(rankSds, p)
  const q = varying.length
  const all = [...masked, ...varying]
  return {
    conditions: varying.map((at) => ({ index: at - p, mean: means[at], sd: sds[at], rankSd: rankSds[at] })),
    spearman: matrix(ranks, all, all),
    withGiven: q === 0 ? new Matrix(p, 0) : matrix(normal, masked, varying),
    inverse: q === 0 ? new Matrix(0, 0) : Matrix.from1DArray(q, q, inverse),
  }
}

/** Scores and ranks of the given columns, for some records. */
export interface GivenScores {
  /** S*: normal scores, mean 0 and variance 1 in the file. */
  readonly scores: readonly Float64Array[]
  /** Mid-ranks, mean 0 and variance 1 in the file. */
  readonly ranks: readonly Float64Array[]
}

/**
 * Returns the normal scores of the conditions, standardised.
 *
 * @param conditions - q conditions.
 * @param given - Mid-ranks of all given columns, for m records.
 * @param rows - Number of records of the file.
 * @param arrays - Buffers for the result.
 * @returns q columns of m.
 */
export function scoresOf(
  conditions: readonly Condition[],
  given: readonly Float64Array[],
  rows: number,
  arrays: Arrays = freshArrays,
): Float64Array[] {
  return conditions.map(({ index, mean, sd }, k) => {
    const scores = normalScores(given[index], rows, arrays(k, given[index].length))
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] - mean) / sd
    return scores
  })
}

/**
 * Returns these scores together with their standardised mid-ranks.
 *
 * @param conditions - q conditions.
 * @param given - Mid-ranks of all given columns, for m records.
 * @param rows - Number of records of the file.
 * @param arrays - Buffers for the result: the scores in the first q, the ranks in the next.
 * @returns Twice q columns of m.
 */
export function givenScores(
  conditions: readonly Condition[],
  given: RankBlock['given'],
  rows: number,
  arrays: Arrays = freshArrays,
): GivenScores {
  const middle = (rows + 1) / 2
  const ranks = conditions.map(({ index, rankSd }, k) => {
    const from = given[index]
    const own = arrays(conditions.length + k, from.length)
    for (let i = 0; i < own.length; i++) own[i] = (from[i] - middle) / rankSd
    return own
  })
  return { scores: scoresOf(conditions, given, rows, arrays), ranks }
}
