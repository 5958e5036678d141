/**
 * Correlated noise (Kim 1986): Y = X + ε with ε ~ N(0, d·Σ), Σ the covariance matrix of X.
 *
 * In expectation it keeps means and correlations, and covariances become (1 + d)·Σ. With `exact` this holds exactly in
 * the file.
 */
import {
  blockStream,
  defineMethod,
  numeric,
  numericValues,
  type BlockContext,
  type ByBlocks,
  type MaskingMethod,
  type PartsContext,
  type StreamedMessages,
  type Rng,
} from '@sdc/core'
import { finiteColumns, maskedFile } from '@sdc/toolkit'
import { covarianceOf, covariancePasses, finitePasses } from '@sdc/toolkit/internal'
import { covarianceMatrix, eigSqrt, unitNoise } from '@sdc/stats'
import {
  combination,
  linearCombination,
  storedColumns,
  sumOf,
  unitNoiseOfBlock,
  writtenOver,
} from '@sdc/stats/internal'
import type { RecordColumns } from '@sdc/stats/internal'
import * as z from 'zod'
import { exactInParts, type ExactInParts } from './exact-in-parts.js'
import { exactColumns, littleChance, requireExact } from './exact-noise.js'
import { constantSentence, constantWarnings, requireComplete, requireVariances } from './inputs.js'

const id = 'noise/correlated'

/** What cannot be done with missing values. */
const NEEDS = 'the covariance matrix of the noise needs complete records'

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
    {
      topic: 'limits',
      text:
        'With exact and few records the noise is hardly random. At n = 1 + 2p it is fixed except for signs and ' +
        'rotations. A run near this limit warns.',
    },
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
  streamed: ({ exact }) => (exact ? exactInBlocks : inBlocks),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { columns: names, params: given, rng } = input
      const columns = finiteColumns(input, input.columns, id)
      requireComplete(input, columns, id, NEEDS)
      requireVariances(input, columns, id)
      if (given.exact) requireExact(input.data.rows, columns.length, id)
      const { noise, spare } = noiseColumns(columns, given.relativeVariance, given.exact, rng)
      input.tick(0.7)
      const masked = writtenOver(spare, sumOf(storedColumns(columns, input.data.rows), noise))
      const chance = given.exact ? littleChance(input.data.rows, columns.length) : []
      return maskedFile(names, masked, [...constantWarnings(names, columns), ...chance])
    },
  }),
})

/** A record needs the root of the covariance matrix and its own draws. */
const inBlocks: ByBlocks<CorrelatedParams> = {
  shape: 'blocks',
  passes: finitePasses(covariancePasses, id),
  check: constantMessages,
  mask(context) {
    const columns = context.columns.map((name) => numericValues(context.data, name))
    const { noise, spare } = noiseOfBlock(context)
    const masked = writtenOver(spare, sumOf(storedColumns(columns, context.data.rows), noise))
    return new Map(context.columns.map((name, j) => [name, numeric(masked[j])]))
  },
}

const exact = exactFactors(id)

/** The same, and what makes the draws of its block exact. */
const exactInBlocks: ByBlocks<CorrelatedParams> = {
  shape: 'blocks',
  passes: finitePasses([...covariancePasses, ...exact.passes], id),
  check: constantMessages,
  mask(context) {
    const columns = context.columns.map((name) => numericValues(context.data, name))
    const noise = exactNoiseOfBlock(exact, context)
    const masked = writtenOver([], sumOf(storedColumns(columns, context.data.rows), noise))
    return new Map(context.columns.map((name, j) => [name, numeric(masked[j])]))
  },
}

interface RelativeVariance {
  readonly relativeVariance: number
}

/** A, as in `correlatedNoise`. */
const rootOf = (context: PartsContext<RelativeVariance>): ReturnType<typeof eigSqrt> =>
  eigSqrt(covarianceOf(context).mul(context.params.relativeVariance))

/**
 * Exact draws for the factors of correlated noise: r columns, r the rank of Σ.
 *
 * @param method - The method's id, for messages.
 * @returns The passes that make the draws exact, and the draws: mean 0, identity covariance, uncorrelated with the
 * columns.
 */
export function exactFactors(method: string): ExactInParts<RelativeVariance> {
  return exactInParts<RelativeVariance>({
    method,
    needs: NEEDS,
    count: (context) => rootOf(context).columns,
    law: () => 'normal',
    stream: ({ rng }, k) => rng.child('factor').child(String(k)),
  })
}

/**
 * Exact noise of one block, computed where it is read: ε = Z·Aᵀ, AAᵀ = d·Σ.
 *
 * @param exact - The result of `exactFactors`.
 * @param context - The block of m records, after `covariancePasses` and the passes of `exact`.
 * @returns p columns of m, in the units of the columns.
 */
export function exactNoiseOfBlock(
  exact: ExactInParts<RelativeVariance>,
  context: BlockContext<RelativeVariance>,
): RecordColumns {
  return exact.read(context, linearCombination(rootOf(context).to2DArray(), exact.noise(context)))
}

/**
 * Warnings for columns without variance.
 *
 * @param context - The aggregates of the file after `covariancePasses`.
 * @returns One warning per constant column.
 */
export function constantMessages(context: PartsContext<unknown>): StreamedMessages {
  const covariances = covarianceOf(context)
  return { warnings: context.columns.filter((_, j) => covariances.get(j, j) === 0).map(constantSentence) }
}

/**
 * Noise of one block, computed where it is read, and the draws behind it: ε = Z·Aᵀ, AAᵀ = d·Σ.
 *
 * @param context - The block of m records, after `covariancePasses`; its streams are drawn from.
 * @returns p columns of m in the units of the columns, and r arrays of m that are free once these columns are read.
 */
export function noiseOfBlock(
  context: BlockContext<{ readonly relativeVariance: number }>,
): ReturnType<typeof noiseColumns> {
  const { data, block, rng } = context
  const root = rootOf(context)
  const draws = Array.from({ length: root.columns }, (_, k) =>
    unitNoiseOfBlock(data.rows, 'normal', blockStream(rng.child('factor').child(String(k)), block.index)),
  )
  return { noise: combination(root.to2DArray(), storedColumns(draws, data.rows)), spare: draws }
}

/**
 * Noise with the covariance matrix d·Σ: ε = Z·Aᵀ with AAᵀ = Σ·d (`eigSqrt`, p×r) and Z n×r of independent N(0, 1).
 *
 * The square root is that of the correlation matrix, so columns of scales 1e-2 and 1e6 both get their noise. Σ may be
 * singular; r is its rank. Cost: O(np² + p³). Source: Kim 1986.
 *
 * @param columns p of n without missing values
 * @param relativeVariance d
 * @param exact makes Z orthogonal to [1, X] and to itself, so that mean ε = 0, Cov(X, ε) = 0 and Cov ε = d·Σ in this
 *   sample; needs n ≥ 1 + 2p (`requireExact`)
 * @param rng source of Z
 * @returns p columns of n
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

/** That noise, computed where it is read, and the draws behind it, which may be written over as it is. */
function noiseColumns(
  columns: readonly Float64Array[],
  relativeVariance: number,
  exact: boolean,
  rng: Rng,
): { readonly noise: RecordColumns; readonly spare: readonly Float64Array[] } {
  const n = columns.length === 0 ? 0 : columns[0].length
  const root = eigSqrt(covarianceMatrix(columns).mul(relativeVariance))
  const streams = Array.from({ length: root.columns }, (_, k) => rng.child('factor').child(String(k)))
  const draws = streams.map((stream) => unitNoise(n, 'normal', stream))
  const factors = exact ? exactColumns(draws, columns) : storedColumns(draws, n)
  return { noise: combination(root.to2DArray(), factors), spare: draws }
}
