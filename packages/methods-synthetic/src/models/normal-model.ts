import { normalQuantile, quantileOfSorted, rank, sortedValues } from '@sdc/stats'
import { normalCdf, linearRegression } from '@sdc/stats'
import { foldWithin, linearPredictor } from '@sdc/stats/internal'
import { columnsOf, designOf } from './design.js'
import { reachedBounds } from './smoothing.js'
import type { FitInput, FittedModel } from './model.js'

/**
 * Fits a normal linear regression: y = β₀ + Σβ_j·x_j + σε, by least squares, ε standard normal. Smoothed draws
 * beyond the values that `smallestLeaf` persons reach are reflected there.
 *
 * With ranks the regression is of the normal scores Φ⁻¹((r − ½)/n), and a drawn score z becomes the quantile Φ(z) of
 * the column. Its distribution stays whatever its form, but for values that fewer persons reach than a leaf needs.
 *
 * @param input - A column of numbers, and its predictors.
 * @param byRank - True if the scores are regressed.
 * @returns The model.
 * @throws RangeError for a column of categories.
 */
export function normalModel(input: FitInput, byRank: boolean): FittedModel {
  const { target, predictors } = input
  if (target.kind !== 'numbers') throw new RangeError('a normal model needs numbers')
  const n = target.values.length
  const { smallestLeaf, persons, isSmoothed } = input
  const [min, max] = isSmoothed ? reachedBounds(target.values, smallestLeaf, persons) : [-Infinity, Infinity]
  const sorted = sortedValues(target.values.map((value) => Math.max(min, Math.min(max, value))))
  const y = byRank ? rank(target.values, 'average').map((r) => normalQuantile((r - 0.5) / n)) : target.values
  const toDesign = designOf(predictors)
  const all = Int32Array.from({ length: n }, (_, i) => i)
  const { coefficients, residualError } = linearRegression(y, columnsOf(toDesign(predictors, all)))
  const error = Number.isFinite(residualError) ? residualError : 0
  return {
    draw(columns, records, rng) {
      const means = linearPredictor(toDesign(columns, records), coefficients)
      const drawn = means.map((mean) => mean + error * rng.normal())
      return byRank
        ? drawn.map((score) => quantileOfSorted(sorted, normalCdf(score)))
        : drawn.map((value) => foldWithin(value, min, max))
    },
  }
}
