import { BLOCK, blocksOf, blockStream, type Rng } from '@sdc/core'
import { eigSqrt } from '@sdc/stats'
import type { RankBlock } from '../scores/copula-file.js'
import type { CopulaModel } from './copula-model.js'
import { blockCentres } from '../fit/fit-passes.js'
import type { RankedColumn } from '../scores/ranked-column.js'

/**
 * Draws Y* = η + G·Aᵀ for the records of a block, with m×r independent N(0, 1) in G and AAᵀ = Ω: p columns of m scores.
 *
 * The original columns enter through the model's correlations only, so given S the scores are independent of them.
 * Every factor has its own random stream, in blocks of records. Cost: O(mp(q + r)).
 *
 * @param model - Copula of the file.
 * @param block - Its first record, and the ranks of the given columns.
 * @param count - m.
 * @param rng - Source of the factors.
 * @returns The scores.
 */
export function drawBlock(
  { conditions, weights, covariance, rows }: CopulaModel,
  { first, given }: Pick<RankBlock, 'first' | 'given'>,
  count: number,
  rng: Rng,
): Float64Array[] {
  const models = weights.map((own) => (own === undefined ? {} : { weights: own }))
  const drawn = blockCentres(models, conditions, given, rows).map((centre) => centre ?? new Float64Array(count))
  const root = eigSqrt(covariance)
  const factor = new Float64Array(count)
  for (let k = 0; k < root.columns; k++) {
    blockStream(rng.child('factor').child(String(k)), first / BLOCK).fillNormal(factor)
    drawn.forEach((column, j) => addMultiple(column, root.get(j, k), factor))
  }
  return drawn
}

/**
 * Draws the scores of all records as `drawBlock` does.
 *
 * @param model - Copula of the file.
 * @param given - Given columns, ranked.
 * @param rng - Source of the factors.
 * @returns p columns of n scores.
 */
export function drawScores(model: CopulaModel, given: readonly RankedColumn[], rng: Rng): Float64Array[] {
  const scores = model.weights.map(() => new Float64Array(model.rows))
  for (const { first, end } of blocksOf(model.rows)) {
    const ranks = given.map(({ ranks: all }) => all.subarray(first, end))
    drawBlock(model, { first, given: ranks }, end - first, rng).forEach((own, j) => scores[j].set(own, first))
  }
  return scores
}

function addMultiple(to: Float64Array, weight: number, column: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += weight * column[i]
}
