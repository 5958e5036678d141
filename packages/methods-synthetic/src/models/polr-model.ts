import { exp } from '@sdc/stats'
import { linearPredictor, proportionalOdds } from '@sdc/stats/internal'
import { numbersTo } from '../numbers-to.js'
import { designOf } from './design.js'
import { sampleModel } from './sample-model.js'
import type { FitInput, FittedModel } from './model.js'

/** λ of the penalty where categories are separated: coefficients of scaled columns stay within a few units. */
const RIDGE = 1

/**
 * Fits a proportional-odds regression of ordered categories: P(y ≤ k) = 1/(1 + e^(η − ζ_k)). Categories that no record has are
 * left out. If the columns before it separate categories, a ridge penalty gives finite estimates, and a warning says so.
 *
 * Source: McCullagh 1980.
 *
 * @param input - A column of ordered categories, and its predictors.
 * @returns The model.
 * @throws RangeError for a column of numbers.
 */
export function polrModel(input: FitInput): FittedModel {
  const { target, predictors, tick, warn } = input
  if (target.kind !== 'categories') throw new RangeError('a proportional-odds regression needs categories')
  const levels = [...new Set(target.codes)].sort((a, b) => a - b)
  if (levels.length < 2) return sampleModel(input)
  const place = new Map(levels.map((level, k) => [level, k]))
  const y = target.codes.map((code) => place.get(code) ?? 0)
  const toDesign = designOf(predictors)
  const design = toDesign(predictors, numbersTo(y.length))
  const free = proportionalOdds(design, y, { tick })
  const fit = free.separated ? proportionalOdds(design, y, { ridge: RIDGE, tick }) : free
  if (free.separated) warn('the columns before it separate its categories; a ridge penalty limits its polr model')
  return {
    draw(columns, records, rng) {
      const eta = linearPredictor(toDesign(columns, records), fit.coefficients)
      return records.map((_, i) => {
        const u = rng.uniform()
        const k = fit.thresholds.findIndex((zeta) => u < 1 / (1 + exp(eta[i] - zeta)))
        return levels[k < 0 ? levels.length - 1 : k]
      })
    },
  }
}
