import { predicted, type PredictionModel } from './prediction-model.js'

/** Rounds of alternating least squares: the first canonical correlation is found to a few digits. */
const ROUNDS = 12

/**
 * Returns one number for each category, for which the prediction of a regression separates the categories best. It is
 * the first canonical variate between their indicators and the predictors, by alternating least squares. Each iteration
 * regresses the numbers on the predictors; the new number of a category is the mean prediction of its records, scaled
 * to mean 0 and variance 1.
 *
 * @param codes - Category of each record of the model, from 0.
 * @param count - Number of categories.
 * @param model - Regression over these records.
 * @param predictors - Its predictors, and `rows` its records.
 * @returns A number for each record; all 0 if the predictors do not separate the categories.
 */
export function categoryScores(
  codes: Int32Array,
  count: number,
  model: PredictionModel,
  { predictors, rows }: { readonly predictors: readonly Float64Array[]; readonly rows: Int32Array },
): Float64Array {
  let scores = standardised(
    Float64Array.from({ length: count }, (_, code) => code),
    codes,
  )
  const sizes = new Float64Array(count)
  for (const code of codes) sizes[code]++
  for (let round = 0; round < ROUNDS && sizes.filter((size) => size > 0).length > 2; round++) {
    const own = scores
    const fitted = predicted(model.fit(Float64Array.from(codes, (code) => own[code])), predictors, rows)
    const means = new Float64Array(count)
    for (let i = 0; i < codes.length; i++) means[codes[i]] += fitted[i] / sizes[codes[i]]
    scores = standardised(means, codes)
  }
  return Float64Array.from(codes, (code) => scores[code])
}

/** Scales to mean 0 and variance 1 over the records; all 0 if they hardly differ. */
function standardised(scores: Float64Array, codes: Int32Array): Float64Array {
  let total = 0
  for (const code of codes) total += scores[code]
  const mean = total / codes.length
  let squares = 0
  for (const code of codes) squares += (scores[code] - mean) * (scores[code] - mean)
  const sd = Math.sqrt(squares / codes.length)
  return scores.map((score) => (sd > 1e-12 ? (score - mean) / sd : 0))
}
