import { logisticRegression, linearPredictor } from '@sdc/stats/internal'
import { exp } from '@sdc/stats'
import { designOf } from './design.js'
import type { FitInput, FittedModel } from './model.js'

/**
 * Fits logistic regressions: of each category against those after it, among the records of these, so that
 * P(y = k) = p_k·Π_{l<k}(1 − p_l), p_l = 1/(1 + e^(−η_l)).
 *
 * @param input - A column of categories, and its predictors.
 * @returns The model.
 * @throws RangeError for a column of numbers.
 */
export function logitModel({ target, predictors, tick }: FitInput): FittedModel {
  if (target.kind !== 'categories') throw new RangeError('a logistic regression needs categories')
  const { codes } = target
  const levels = [...new Set(codes)].sort((a, b) => a - b)
  const toDesign = designOf(predictors)
  const fits = levels.slice(0, -1).map((level, at) => {
    tick(at / levels.length)
    const rows = Int32Array.from(codes.keys()).filter((i) => codes[i] >= level)
    const y = Uint8Array.from(rows, (i) => (codes[i] === level ? 1 : 0))
    return logisticRegression(toDesign(predictors, rows), y).coefficients
  })
  return {
    draw(columns, records, rng) {
      const design = toDesign(columns, records)
      const etas = fits.map((beta) => linearPredictor(design, beta))
      return records.map((_, i) => {
        let u = rng.uniform()
        for (let at = 0; at < etas.length; at++) {
          const p = 1 / (1 + exp(-etas[at][i]))
          if (u < p) return levels[at]
          u = (u - p) / (1 - p)
        }
        return levels[levels.length - 1]
      })
    },
  }
}
