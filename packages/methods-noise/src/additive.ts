/**
 * Additive noise, independent over columns: Y_j = X_j + ε_j with E ε_j = 0 and Var ε_j = k·Var X_j.
 *
 * In expectation it keeps the means and the covariances of different columns. Variances become (1 + k)·Var X_j and
 * correlations r/(1 + k). With `exact` these hold exactly in the file.
 */
import {
  blockStream,
  defineMethod,
  numeric,
  numericValues,
  type Block,
  type Facts,
  type FileMasking,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Plan,
  type Rng,
} from '@sdc/core'
import { finiteColumns, maskedFile } from '@sdc/toolkit'
import { FEW_RECORDS, NEAR_COLUMNS, readMoments, type ColumnMoments } from '@sdc/toolkit/internal'
import { standardDeviation, unitNoise } from '@sdc/stats'
import { columnArrays, MANY_RECORDS, noiseLaws, unitNoiseOfBlock } from '@sdc/stats/internal'
import * as z from 'zod'
import { fewRecordsNote, exactNoise, littleChance, requireExact } from './exact-noise.js'
import {
  constantSentence,
  constantWarnings,
  missingSentence,
  refuseFewValues,
  requireComplete,
  requireVariances,
} from './inputs.js'
import { readExactNoise, requireCompleteColumns, type ExactNoise } from './read-exact-noise.js'

const id = 'noise/additive'

const params = z.object({
  relativeVariance: z
    .number()
    .gt(0)
    .max(100)
    .default(0.25)
    .meta({
      description: "Variance k of the noise, as a share of the column's variance.",
      unit: "share of the column's variance",
      search: { min: 0.0001, max: 1, scale: 'log', usual: [0.05, 0.1, 0.2] },
    }),
  percentOfSd: z
    .number()
    .gt(0)
    .max(1000)
    .optional()
    .meta({
      description:
        "Standard deviation of the noise, in percent of the column's standard deviation. Replaces " +
        'relativeVariance.',
      unit: "percent of the column's standard deviation",
    }),
  distribution: z.enum(noiseLaws).default('normal').meta({
    description: 'Distribution of the noise; all three have the same variance.',
  }),
  exact: z.boolean().default(false).meta({
    description:
      'Keep means, off-diagonal covariances and the variances (1 + k)·Var X exactly instead of in expectation.',
  }),
})

export type AdditiveParams = z.infer<typeof params>

export const additiveMethod: MaskingMethod<AdditiveParams> = defineMethod({
  id,
  title: 'Additive noise',
  summary: "Adds independent noise to every column; its variance is a share of the column's variance.",
  brief: [
    'It keeps means, and in expectation the covariances between columns.',
    'Variances grow and correlations weaken; with little noise, extreme values stay recognisable.',
  ],
  formula: 'Y_j = X_j + ε_j, E ε_j = 0, Var ε_j = k·Var X_j, ε_j independent over records and columns',
  source: [
    { key: 'muralidhar-sarathy-2007', where: '§3.1, eq. 4' },
    {
      key: 'torra-2013',
      where: 'additive noise; percentOfSd is the noise level p % of the standard deviation used with the Census file',
    },
  ],
  notes: [
    {
      topic: 'loses',
      text:
        'Variances grow to (1 + k) times and correlations shrink to 1/(1 + k) of the original ones. Only the ' +
        'covariances of different columns are kept, not the variances, although "uncorrelated noise preserves ' +
        'covariances" is in print.',
    },
    {
      topic: 'attacks',
      text:
        'The noise is relative to the whole column. It is small compared with an outlier, so the largest records ' +
        'stay recognisable.',
    },
    fewRecordsNote,
    {
      topic: 'attacks',
      text:
        'With exact the variances are 1 + k times the original ones and the covariances are unchanged. An ' +
        'intruder who knows or guesses k gets these as equations. Linearly dependent columns (rank r below p) ' +
        'are allowed. The noise still has p dimensions, so Cov Y = Cov X + k·diag(Var X) is regular and an ' +
        'identity among the columns does not survive.',
    },
    {
      topic: 'loses',
      text:
        'Masked values may be negative even if no original value is. With limits in a schema (min, max), ' +
        'out-of-range values are reflected at the limit. The mean of values at a limit rises by up to 0.8 ' +
        'standard deviations of the noise; values far from it do not change. Redrawing the noise until a value ' +
        'is in range would move more values. Reflection changes ranks no more than the noise does, and values do ' +
        'not pile up at the limit.',
    },
    {
      topic: 'choices',
      text:
        'The scope is the whole file because exact makes the noise orthogonal to the other columns. Without ' +
        'exact no column affects another.',
    },
  ],
  enables: [
    'Principal components filter part of the noise out of correlated columns, because the noise is ' +
      'independent over columns. An identity such as total = a + b gives a second, independent estimate of the ' +
      'same value. noise/correlated withstands both.',
    'An intruder who knows the published k and distribution can shrink the masked value towards the mean. ' +
      'The mean squared error is then k/(1 + k)·Var X. Uniform noise has a certain limit: |Y − X| ≤ √(3k)·sd ' +
      '(not with exact).',
  ],
  traits: { stochastic: true, missing: 'keep', claims: { means: { when: { exact: true } } } },
  params,
  examples: [{ exact: true }, { distribution: 'uniform' }, { distribution: 'laplace', percentOfSd: 20 }],
  *plan(facts) {
    const { columns, params: given, rng, rows } = facts
    const whole = (why: string): FileMasking<AdditiveParams> => ({ form: 'file', why, mask: maskExactly })
    if (given.exact && rows.masked < MANY_RECORDS) return whole(FEW_RECORDS)
    const moments = yield* readMoments(columns, { method: id })
    for (const [j, { count }] of moments.entries()) refuseFewValues(columns[j], count, id)
    if (given.exact) yield* requireCompleteColumns(facts, moments, { method: id, needs: COMPLETE })
    const exact = given.exact ? yield* readDraws(facts, moments) : undefined
    if (given.exact && exact === undefined) return whole(NEAR_COLUMNS)
    const scales = moments.map(({ sd }) => relativeSdOf(given) * sd)
    const unitNoises = (block: Block): readonly Float64Array[] =>
      exact
        ? columnArrays(exact.read(block, exact.columns))
        : columns.map((name) =>
            unitNoiseOfBlock(block.masked.rows, given.distribution, blockStream(noiseOf(rng, name), block.index)),
          )
    return {
      form: 'block',
      ...(exact && { derived: exact.derived }),
      warnings: [
        ...columns.flatMap((name, j) => missingSentence(name, moments[j].missing)),
        ...columns.filter((_, j) => moments[j].sd === 0).map(constantSentence),
        ...(exact ? littleChance(rows.masked, columns.length) : []),
      ],
      mask(block) {
        const unit = unitNoises(block)
        const masked = columns.map((name, j) => added(numericValues(block.masked, name), unit[j], scales[j]))
        return { columns: new Map(columns.map((name, j) => [name, numeric(masked[j])])) }
      },
    }
  },
})

const COMPLETE = 'exact noise is orthogonal to complete columns'

function readDraws(facts: Facts<AdditiveParams>, moments: readonly ColumnMoments[]): Plan<ExactNoise | undefined> {
  const { columns, params: given, rng, rows } = facts
  requireExact(rows.masked, columns.length, id)
  return readExactNoise(facts, moments, {
    count: columns.length,
    law: given.distribution,
    stream: (k) => noiseOf(rng, columns[k]),
  })
}

/** Adds noise that is made exact column by column. */
function maskExactly(input: MaskInput<AdditiveParams>): MaskResult {
  const { columns: names, data, params: given, rng } = input
  const columns = finiteColumns(input, names, id)
  requireVariances(input, columns, id)
  requireComplete(input, columns, id, COMPLETE)
  requireExact(data.rows, columns.length, id)
  const draws = names.map((name) => unitNoise(data.rows, given.distribution, noiseOf(rng, name)))
  const noise = exactNoise(draws, columns)
  const masked = columns.map((values, j) => {
    input.tick(j / columns.length)
    return addNoise(values, noise[j], relativeSdOf(given))
  })
  return maskedFile(names, masked, [...constantWarnings(names, columns), ...littleChance(data.rows, columns.length)])
}

const relativeSdOf = ({ percentOfSd, relativeVariance }: AdditiveParams): number =>
  percentOfSd === undefined ? Math.sqrt(relativeVariance) : percentOfSd / 100

/**
 * Adds noise to one column: y_i = x_i + s·sd(x)·e_i.
 *
 * The sample standard deviation (ddof 1) is that of the present values; a constant column gets no noise. Cost: O(n).
 * Source: Muralidhar & Sarathy 2007, eq. 4.
 *
 * @param values - n values; missing ones stay missing.
 * @param unit - n draws with mean 0 and variance 1.
 * @param relativeSd - s = √k.
 * @returns n values.
 */
export function addNoise(values: Float64Array, unit: Float64Array, relativeSd: number): Float64Array {
  return added(values, unit, relativeSd * standardDeviation(values))
}

/** A loop, because calling a function per value takes longer than drawing the noise. */
function added(values: Float64Array, unit: Float64Array, scale: number): Float64Array {
  const masked = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) masked[i] = values[i] + scale * unit[i]
  return masked
}

function noiseOf(rng: Rng, name: string): Rng {
  return rng.child(name).child('noise')
}
