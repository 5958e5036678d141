import { fillByBlocks, type Rng } from '@sdc/core'
import { eigSqrt } from '@sdc/stats'
import type { CopulaModel } from './copula-model.js'

/**
 * Y* = η + G·Aᵀ with n×r independent N(0, 1) in G and AAᵀ = Ω: p columns of n scores.
 *
 * The original columns enter through the model's correlations only, so given S the scores are independent of them. Every
 * factor has a stream of its own, in blocks of records. Cost: O(npr), no allocation but the result and one column.
 */
export function drawScores({ centres, covariance }: CopulaModel, n: number, rng: Rng): Float64Array[] {
  const drawn = centres.map((centre) => centre?.slice() ?? new Float64Array(n))
  const root = eigSqrt(covariance)
  const factor = new Float64Array(n)
  for (let k = 0; k < root.columns; k++) {
    fillByBlocks(rng.child('factor').child(String(k)), factor, (stream, part) => stream.fillNormal(part))
    drawn.forEach((column, j) => addMultiple(column, root.get(j, k), factor))
  }
  return drawn
}

function addMultiple(to: Float64Array, weight: number, column: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += weight * column[i]
}
