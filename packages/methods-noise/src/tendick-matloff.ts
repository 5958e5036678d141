/**
 * Correlated noise followed by a linear transformation (Tendick & Matloff 1994):
 * Y = x̄ + c·(X − x̄ + ε), ε ~ N(0, d·Σ), so that the masked covariance matrix is Σ again.
 */
import { defineMethod, numeric, numericValues, type MaskingMethod, type MaskInput, type MaskResult } from '@sdc/core'
import { maskedFile } from '@sdc/toolkit'
import { mean } from '@sdc/stats'
import { writtenOver } from '@sdc/stats/internal'
import * as z from 'zod'
import { correlatedNoise } from './correlated.js'
import { columnsForExact, exactWarnings, readCorrelatedNoise } from './read-correlated-noise.js'
import { fewRecordsNote } from './exact-noise.js'

const id = 'noise/tendick-matloff'

/**
 * Quantity that the constant restores: the covariance matrix of this sample, or the variance of a masked value over
 * samples.
 */
export type Correction = 'sample' | 'population'

const params = z.object({
  relativeVariance: z
    .number()
    .gt(0)
    .max(1)
    .default(0.1)
    .meta({
      description: "Share d of the columns' covariance matrix Σ that the noise has as its covariance matrix d·Σ.",
      unit: "share of the columns' covariance matrix",
      search: { min: 0.0001, max: 1, scale: 'log', usual: [0.05, 0.1, 0.2] },
    }),
  exact: z.boolean().default(false).meta({
    description: 'Keep Cov Y = Cov X and the means exactly instead of in expectation.',
  }),
  correction: z
    .enum(['sample', 'population'])
    .default('sample')
    .meta({
      description:
        'Quantity that the constant c restores in expectation: the sample covariance matrix, or the variance of ' +
        'a single value over samples from the population. With exact one constant does both.',
    }),
})

export type TendickMatloffParams = z.infer<typeof params>

export const tendickMatloffMethod: MaskingMethod<TendickMatloffParams> = defineMethod({
  id,
  title: 'Correlated noise with restored variances (Tendick & Matloff)',
  summary: 'Adds noise with the correlations of the columns, then shrinks the result to keep means and covariances.',
  brief: [
    'It keeps means, variances and correlations in expectation.',
    'Skewed distributions become more normal, and every single value changes.',
  ],
  formula: 'Y = x̄ + c·(X − x̄ + ε), ε ~ N(0, d·Σ_XX); c = 1/√(1 + d), or √((n − 1)/(n(1 + d) − 1)) for the population',
  source: [
    { key: 'tendick-matloff-1994', where: 'the corrected method' },
    { key: 'muralidhar-sarathy-2007', where: '§3.1' },
  ],
  notes: [
    {
      topic: 'choices',
      text:
        'Both constants follow from the model: 1/√(1 + d) gives E S_Y = S_X, the other Var y_i = σ² for a sample ' +
        'of n drawn from a population. With exact, ε has mean 0 and exactly the sample covariance d·S_X. Then ' +
        '1/√(1 + d) gives both, and correction changes nothing.',
    },
    {
      topic: 'keeps',
      text:
        'Linearly dependent columns get noise of r dimensions (r the rank). Every linear identity also holds for ' +
        'the masked values.',
    },
    {
      topic: 'loses',
      text: 'Correlations with unmasked columns shrink to 1/√(1 + d) of the original ones.',
    },
    fewRecordsNote,
  ],
  enables: [
    'An intruder who knows d knows c and can undo the transformation: x̄ + (Y − x̄)/c is X + ε, exactly as ' +
      'safe as noise/correlated. The mean they need is that of the masked file.',
    'The best linear estimate is then x̄ + c·(Y − x̄), with an error covariance of d/(1 + d)·Σ.',
  ],
  traits: {
    stochastic: true,
    claims: {
      means: { when: { exact: true } },
      correlations: { when: { exact: true } },
      covariances: { when: { exact: true } },
      approachesCorrelations: true,
    },
  },
  params,
  examples: [{ exact: true }, { exact: true, correction: 'population' }, { correction: 'population' }],
  *plan(facts) {
    const { columns, params: given, rows } = facts
    const noise = yield* readCorrelatedNoise(facts, id)
    if ('why' in noise) return { form: 'file', why: noise.why, mask: maskExactly }
    const c = shrinkage(rows.masked, given.relativeVariance, given.exact ? 'sample' : given.correction)
    const { means, warnings, derived } = noise
    return {
      form: 'block',
      derived,
      warnings,
      mask(block) {
        const own = noise.of(block)
        const drawn = writtenOver(own.spare, own.noise)
        const masked = columns.map((name, j) => shrinkTo(means[j], numericValues(block.masked, name), drawn[j], c))
        return { columns: new Map(columns.map((name, j) => [name, numeric(masked[j])])) }
      },
    }
  },
})

/** Adds noise that is made exact column by column, then shrinks. */
function maskExactly(input: MaskInput<TendickMatloffParams>): MaskResult {
  const { columns: names, data, params: given, rng } = input
  const columns = columnsForExact(input, id)
  const noise = correlatedNoise(columns, given.relativeVariance, true, rng)
  const c = shrinkage(data.rows, given.relativeVariance, 'sample')
  const masked = columns.map((values, j) => {
    input.tick(j / columns.length)
    return shrinkToMean(values, noise[j], c)
  })
  return maskedFile(names, masked, exactWarnings(names, columns))
}

/**
 * Computes the constant c of the transformation for n records and noise d·Σ.
 *
 * `sample`: 1/√(1 + d), because E S_Y = c²(1 + d)·S_X. `population`: √((n − 1)/(n(1 + d) − 1)), because Var y_i = σ²/n
 * + c²·(σ²(n − 1)/n + dσ²). The two differ by O(1/n).
 *
 * @param n - Number of records.
 * @param relativeVariance - d.
 * @param correction - Quantity that c restores.
 * @returns c, from 0 to 1.
 */
export function shrinkage(n: number, relativeVariance: number, correction: Correction): number {
  const d = relativeVariance
  return correction === 'sample' ? 1 / Math.sqrt(1 + d) : Math.sqrt((n - 1) / (n * (1 + d) - 1))
}

/**
 * Shrinks values towards the mean, y_i = x̄ + c·(x_i − x̄ + ε_i). Cost: O(n).
 *
 * @param values - n values x, none missing.
 * @param noise - n values ε, none missing.
 * @param c - Constant of the transformation.
 * @returns n values.
 */
export function shrinkToMean(values: Float64Array, noise: Float64Array, c: number): Float64Array {
  return shrinkTo(mean(values), values, noise, c)
}

/** Does the same with a known mean of the column. */
function shrinkTo(centre: number, values: Float64Array, noise: Float64Array, c: number): Float64Array {
  const masked = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) masked[i] = centre + c * (values[i] - centre + noise[i])
  return masked
}
