import {
  defineMethod,
  numeric,
  SdcError,
  type Column,
  type MaskInput,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import * as z from 'zod'

const noiseParams = z.object({
  share: z
    .number()
    .positive()
    .max(10)
    .default(0.2)
    .meta({
      description: 'Half the width of the noise, in standard deviations.',
      unit: 'sd',
      search: { min: 0.01, max: 1 },
    }),
  shape: z.enum(['uniform', 'two-point']).default('uniform').meta({ description: 'How the noise is distributed.' }),
})

type NoiseParams = z.infer<typeof noiseParams>

/** Noise on every present value: what every check of a stochastic method must let pass. */
export const soundNoise: MaskingMethod<NoiseParams> = defineMethod({
  id: 'fixture/noise',
  title: 'Uniform noise',
  summary: 'Adds noise to every value.',
  formula: 'y = x + a·s·u',
  source: 'A fixture of the test-kit',
  params: noiseParams,
  examples: [{ share: 0.5, shape: 'two-point' }],
  traits: {
    columns: 'numeric',
    stochastic: true,
    missing: 'keep',
    given: 'unused',
    keepsRows: true,
    ordered: false,
    columnwise: true,
    keepsMarginals: false,
    keepsMeans: false,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: false,
  },
  apply({ data, columns, params, rng, tick }) {
    const masked = columns.map((name, j): readonly [string, Column] => {
      const draws = rng.child(name)
      const values = valuesOf(data.column(name))
      const width = params.share * standardDeviation(values.filter((value) => !Number.isNaN(value)))
      if (!(width > 0)) throw new SdcError('CONSTANT_COLUMN', `${name} has no spread`, { column: name })
      tick((j + 1) / columns.length)
      return [name, numeric(values.map((value) => value + width * unit(params.shape, draws.uniform())))]
    })
    return { files: [{ columns: new Map(masked) }] }
  },
})

function unit(shape: 'uniform' | 'two-point', u: number): number {
  return shape === 'uniform' ? 2 * u - 1 : u < 0.5 ? -1 : 1
}

/** The smallest value for the largest and so on: a deterministic permutation of every column. */
export const soundReversal: MaskingMethod<Record<string, never>> = defineMethod({
  id: 'fixture/reversal',
  title: 'Reversal',
  summary:
    'Exchanges the smallest value for the largest, the second smallest for the second largest; missing values stay.',
  formula: 'y₍ⱼ₎ = x₍ₙ₊₁₋ⱼ₎',
  source: 'A fixture of the test-kit',
  params: z.object({}),
  traits: {
    columns: 'numeric',
    stochastic: false,
    missing: 'own',
    given: 'optional',
    keepsRows: true,
    ordered: false,
    columnwise: true,
    keepsMarginals: true,
    keepsMeans: true,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: false,
  },
  examples: [],
  apply: ({ data, columns }) => mapColumns(data, columns, reversed),
})

function reversed(values: Float64Array): Float64Array {
  const order = Int32Array.from(values, (_, i) => i)
    .filter((i) => !Number.isNaN(values[i]))
    .sort((i, j) => values[i] - values[j] || i - j)
  const masked = values.slice()
  order.forEach((i, j) => (masked[i] = values[order[order.length - 1 - j]]))
  return masked
}

/** Groups of k by the first column, each column replaced by its group's mean. */
export const soundGroups: MaskingMethod<{ k: number }> = defineMethod({
  id: 'fixture/groups',
  title: 'Groups by the first column',
  summary: 'Replaces the values of k neighbours by the first column with their mean.',
  formula: 'y = mean of the group',
  source: 'A fixture of the test-kit',
  params: z.object({
    k: z
      .int()
      .min(2)
      .max(50)
      .default(3)
      .meta({ description: 'Records in a group.', unit: 'records', search: { min: 2, max: 20 } }),
  }),
  examples: [{ k: 10 }],
  traits: {
    columns: 'numeric',
    stochastic: false,
    missing: 'refuse',
    given: 'unused',
    keepsRows: true,
    ordered: false,
    columnwise: false,
    keepsMarginals: false,
    keepsMeans: true,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: 'k',
    postMasking: false,
  },
  apply({ data, columns, params: { k } }) {
    if (data.rows < k) throw new SdcError('TOO_FEW_RECORDS', `${data.rows} records make no group of ${k}`)
    const first = valuesOf(data.column(columns[0]))
    const order = Int32Array.from(first, (_, i) => i).sort((i, j) => first[i] - first[j] || i - j)
    return mapColumns(data, columns, (values) => groupMeans(values, order, k))
  },
})

export function groupMeans(values: Float64Array, order: Int32Array, k: number): Float64Array {
  const masked = new Float64Array(values.length)
  const groups = Math.max(1, Math.floor(values.length / k))
  for (let g = 0; g < groups; g++) {
    const rows = order.slice(g * k, g === groups - 1 ? values.length : (g + 1) * k)
    const mean = rows.reduce((sum, i) => sum + values[i], 0) / rows.length
    for (const i of rows) masked[i] = mean
  }
  return masked
}

/** Categories exchanged for one another: levels a, b, c become b, c, a. */
export const soundRecode: MaskingMethod<Record<string, never>> = defineMethod({
  id: 'fixture/recode',
  title: 'Recoding',
  summary: 'Gives every category the next one’s label.',
  formula: 'code → code + 1',
  source: 'A fixture of the test-kit',
  params: z.object({}),
  traits: {
    columns: 'categorical',
    stochastic: false,
    missing: 'keep',
    given: 'required',
    keepsRows: true,
    ordered: true,
    columnwise: true,
    keepsMarginals: false,
    keepsMeans: false,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: true,
  },
  apply({ data, columns }) {
    const masked = columns.map((name): readonly [string, Column] => {
      const column = data.column(name)
      if (column.kind === 'numeric') throw new SdcError('NOT_CATEGORICAL', `${name} is numeric`)
      return [
        name,
        { ...column, codes: column.codes.map((code) => (code < 0 ? -1 : (code + 1) % column.levels.length)) },
      ]
    })
    return { files: [{ columns: new Map(masked) }] }
  },
})

export function valuesOf(column: Column): Float64Array {
  if (column.kind !== 'numeric') throw new SdcError('NOT_NUMERIC', 'a categorical column')
  return column.values
}

export function mapColumns(
  data: MaskInput<unknown>['data'],
  columns: readonly string[],
  mask: (values: Float64Array) => Float64Array,
): MaskResult {
  return { files: [{ columns: new Map(columns.map((name) => [name, numeric(mask(valuesOf(data.column(name))))])) }] }
}

/** Keeps nine records of ten, in random order, with all their columns: a method that changes the number of records. */
export const soundSample: MaskingMethod<Record<string, never>> = defineMethod({
  id: 'fixture/sample',
  title: 'Sample',
  summary: 'Releases a random part of the records; missing values go along.',
  formula: 'n′ = ⌈0.9 n⌉',
  source: 'A fixture of the test-kit',
  params: z.object({}),
  traits: {
    columns: 'any',
    stochastic: true,
    missing: 'own',
    given: 'unused',
    keepsRows: false,
    ordered: false,
    columnwise: false,
    keepsMarginals: false,
    keepsMeans: false,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: false,
  },
  apply({ data, rng }) {
    const rows = rng.shuffle(Int32Array.from({ length: data.rows }, (_, i) => i))
    return { files: [{ columns: new Map(), origin: rows.slice(0, Math.ceil(0.9 * data.rows)) }] }
  },
})

/** Several files of one original, as multiple imputation makes them. */
export const soundCopies: MaskingMethod<NoiseParams> = {
  ...soundNoise,
  id: 'fixture/copies',
  async apply(input) {
    const [a, b] = [await soundNoise.apply(input), await soundNoise.apply({ ...input, rng: input.rng.child('second') })]
    return { files: [...a.files, ...b.files] }
  },
}

/** The masked columns of another record each, whole: keeps all relations among them, and none to the record. */
export const soundRedraw: MaskingMethod<Record<string, never>> = defineMethod({
  id: 'fixture/redraw',
  title: 'Redraw',
  summary: 'Gives every record the values of one that is drawn at random.',
  formula: 'y_i = x_r(i)',
  source: 'A fixture of the test-kit',
  params: z.object({}),
  traits: {
    columns: 'numeric',
    stochastic: true,
    missing: 'refuse',
    given: 'unused',
    keepsRows: true,
    ordered: false,
    columnwise: false,
    keepsMarginals: false,
    keepsMeans: false,
    keepsCorrelations: false,
    keepsCovariances: false,
    approachesCorrelations: true,
    approachesRankCorrelations: true,
    independentGiven: true,
    kAnonymousBy: null,
    postMasking: false,
  },
  apply({ data, columns, rng }) {
    if (data.rows < 4) throw new SdcError('TOO_FEW_RECORDS', `${data.rows} records are too few to draw from`)
    const drawn = Int32Array.from({ length: data.rows }, () => rng.int(data.rows))
    return mapColumns(data, columns, (values) => Float64Array.from(drawn, (i) => values[i]))
  },
})
