/**
 * Correlated noise (Kim 1986): Y = X + ε with ε ~ N(0, d·Σ), Σ the covariance matrix of X.
 *
 * In expectation it keeps means and correlations, and covariances become (1 + d)·Σ. With `exact` this holds exactly in
 * the file.
 */
import {
  defineMethod,
  numeric,
  numericValues,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Rng,
} from '@sdc/core'
import { maskedFile } from '@sdc/toolkit'
import { covarianceMatrix, eigSqrt, unitNoise } from '@sdc/stats'
import { combination, storedColumns, sumOf, writtenOver, type RecordColumns } from '@sdc/stats/internal'
import * as z from 'zod'
import { fewRecordsNote, exactColumns } from './exact-noise.js'
import { columnsForExact, exactWarnings, factorStream, readCorrelatedNoise } from './read-correlated-noise.js'

const id = 'noise/correlated'

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
    description: 'Keep Cov Y = (1 + d)·Cov X and the means exactly instead of in expectation.',
  }),
})

export type CorrelatedParams = z.infer<typeof params>

export const correlatedMethod: MaskingMethod<CorrelatedParams> = defineMethod({
  id,
  title: 'Correlated noise (Kim)',
  summary: 'Adds normal noise with the correlations of the columns, so that correlations are kept.',
  brief: [
    'It keeps means and correlations in expectation.',
    'Variances grow by the share of noise, and extreme values stay extreme.',
  ],
  formula: 'Y = X + ε, ε ~ N(0, d·Σ_XX)',
  source: [
    { key: 'kim-1986', where: 'noise with the covariances of the columns' },
    { key: 'muralidhar-sarathy-2007', where: '§3.1' },
    { key: 'torra-2013', where: 'correlated noise' },
  ],
  notes: [
    {
      topic: 'loses',
      text: 'Variances grow to (1 + d) times the original ones; noise/tendick-matloff corrects that.',
    },
    {
      topic: 'keeps',
      text:
        'Linearly dependent columns (total = a + b, rank r below p) get noise of r dimensions. The identity also ' +
        'holds for the masked values, up to rounding. Eigenvalues of the correlation matrix below 1e-10·p count ' +
        'as 0.',
    },
    {
      topic: 'attacks',
      text:
        'The noise is equally large for small and large records. Outliers stay recognisable, and zeros do not ' +
        'stay zeros.',
    },
    {
      topic: 'loses',
      text: 'Correlations with unmasked columns shrink to 1/√(1 + d) of the original ones.',
    },
    fewRecordsNote,
    {
      topic: 'attacks',
      text:
        'With exact the covariances are 1 + d times the original ones. An intruder who knows or guesses d gets ' +
        'these as equations, and the default is the first guess.',
    },
  ],
  enables: [
    'An intruder who knows d can shrink the masked record towards the mean, x̄ + (Y − x̄)/(1 + d). The error ' +
      'then has the covariance d/(1 + d)·Σ. More columns do not help, because noise and data have the same ' +
      'correlations and cannot be separated.',
  ],
  traits: {
    stochastic: true,
    claims: { means: { when: { exact: true } }, correlations: { when: { exact: true } }, approachesCorrelations: true },
  },
  params,
  examples: [{ exact: true }, { relativeVariance: 1 }],
  *plan(facts) {
    const { columns } = facts
    const noise = yield* readCorrelatedNoise(facts, id)
    if ('why' in noise) return { form: 'file', why: noise.why, mask: maskExactly }
    return {
      form: 'block',
      derived: noise.derived,
      warnings: noise.warnings,
      mask(block) {
        const values = columns.map((name) => numericValues(block.masked, name))
        const own = noise.of(block)
        const masked = writtenOver(own.spare, sumOf(storedColumns(values, block.masked.rows), own.noise))
        return { columns: new Map(columns.map((name, j) => [name, numeric(masked[j])])) }
      },
    }
  },
})

/** Adds noise that is made exact column by column. */
function maskExactly(input: MaskInput<CorrelatedParams>): MaskResult {
  const columns = columnsForExact(input, id)
  const { noise, spare } = noiseColumns(columns, input.params.relativeVariance, true, input.rng)
  input.tick(0.7)
  const masked = writtenOver(spare, sumOf(storedColumns(columns, input.data.rows), noise))
  return maskedFile(input.columns, masked, exactWarnings(input.columns, columns))
}

/**
 * Draws noise with the covariance matrix d·Σ: ε = Z·Aᵀ with AAᵀ = Σ·d (`eigSqrt`, p×r) and Z n×r of independent N(0,
 * 1).
 *
 * The square root is that of the correlation matrix, so columns of scales 1e-2 and 1e6 both get their noise. Σ may be
 * singular; r is its rank. Cost: O(np² + p³). Source: Kim 1986.
 *
 * @param columns - p of n without missing values.
 * @param relativeVariance - d.
 * @param exact - Makes Z orthogonal to [1, X] and to itself, so that mean ε = 0, Cov(X, ε) = 0 and Cov ε = d·Σ in
 *   this sample; needs n ≥ 1 + 2p (`requireExact`)
 * @param rng - Source of Z.
 * @returns p columns of n.
 */
export function correlatedNoise(
  columns: readonly Float64Array[],
  relativeVariance: number,
  exact: boolean,
  rng: Rng,
): Float64Array[] {
  const { noise, spare } = noiseColumns(columns, relativeVariance, exact, rng)
  return writtenOver(spare, noise)
}

/** Makes noise that is computed when it is read, and its draws, which may be overwritten while it is read. */
function noiseColumns(
  columns: readonly Float64Array[],
  relativeVariance: number,
  exact: boolean,
  rng: Rng,
): { readonly noise: RecordColumns; readonly spare: readonly Float64Array[] } {
  const n = columns.length === 0 ? 0 : columns[0].length
  const root = eigSqrt(covarianceMatrix(columns).mul(relativeVariance))
  const streams = Array.from({ length: root.columns }, (_, k) => factorStream(rng, k))
  const draws = streams.map((stream) => unitNoise(n, 'normal', stream))
  const factors = exact ? exactColumns(draws, columns) : storedColumns(draws, n)
  return { noise: combination(root.to2DArray(), factors), spare: draws }
}
