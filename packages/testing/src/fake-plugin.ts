/**
 * A small plugin for tests of programs that run plugins: noise by blocks, swaps by ranks, groups of the whole file; a
 * risk and a loss.
 */
import {
  blockStream,
  defineMethod,
  defineMetric,
  definePlugin,
  fillByBlocks,
  numeric,
  numericValues,
  SdcError,
  type Aggregate,
  type BlockMasking,
  type Column,
  type Facts,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Measurement,
  type Plan,
  type Plugin,
  type RankWalk,
  type Rng,
} from '@sdc/core'
import * as z from 'zod'

const source = [{ where: 'the tests' }]

const noiseParams = z.object({
  share: z
    .number()
    .gt(0)
    .max(1e6)
    .default(0.1)
    .meta({ description: 'Standard deviation of the noise.', unit: "share of the column's range" }),
  exact: z.boolean().default(false).meta({ description: 'True if the noise of a column has the mean 0.' }),
})

export type FakeNoiseParams = z.infer<typeof noiseParams>

export const noiseMethod: MaskingMethod<FakeNoiseParams> = defineMethod({
  id: 'fake/noise',
  title: 'Fake noise',
  summary: 'Adds normal noise to every column, its standard deviation a share of the range.',
  formula: 'y_i = x_i + share·(max x − min x)·z_i',
  source,
  enables: ['An intruder who knows the share knows the standard deviation of the noise.'],
  traits: { stochastic: true, missing: 'keep', scope: 'column', claims: { means: { when: { exact: true } } } },
  params: noiseParams,
  examples: [{ exact: true }],
  needsFile: ({ params: { exact } }) => (exact ? { why: 'its noise has the mean 0 over the whole file' } : undefined),
  plan: (facts) => (facts.params.exact ? { form: 'file', mask: maskExactly } : noiseByBlocks(facts)),
})

/** A record needs the range of its column and the stream of its block. */
function* noiseByBlocks({ columns, params, rng }: Facts<FakeNoiseParams>): Plan<BlockMasking> {
  const [found] = yield [
    {
      reads: 'masked',
      of: ({ masked }) => Float64Array.from(columns.flatMap((name) => extremes(numericValues(masked, name)))),
      merge: (total, own) => total.map((one, at) => (at % 2 === 0 ? Math.min(one, own[at]) : Math.max(one, own[at]))),
    },
  ]
  return {
    form: 'block',
    mask({ masked, index }) {
      const drawn = columns.map((name, j): [string, Column] => {
        const values = numericValues(masked, name)
        const noise = new Float64Array(values.length)
        blockStream(rng.child(name), index).fillNormal(noise)
        return [name, noisy(values, noise, params.share * rangeOf([found[2 * j], found[2 * j + 1]]))]
      })
      return { columns: new Map(drawn) }
    },
  }
}

function maskExactly({ data, columns, params, rng }: MaskInput<FakeNoiseParams>): MaskResult {
  const masked = columns.map((name): [string, Column] => {
    const values = numericValues(data, name)
    if (values.some(Number.isNaN))
      throw new SdcError('MISSING_VALUES', 'exact noise needs complete columns', { column: name })
    const noise = fillByBlocks(rng.child(name), new Float64Array(values.length), (stream, part) =>
      stream.fillNormal(part),
    )
    const mean = noise.reduce((sum, one) => sum + one, 0) / noise.length
    const centred = noise.map((one) => one - mean)
    return [name, noisy(values, centred, params.share * rangeOf(extremes(values)))]
  })
  return { files: [{ columns: new Map(masked) }] }
}

const noisy = (values: Float64Array, noise: Float64Array, sd: number): Column =>
  numeric(values.map((value, i) => value + sd * noise[i]))

/** Least and greatest value; ∞ and −∞ if all are missing. */
function extremes(values: Float64Array): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

const rangeOf = ([least, most]: readonly [number, number]): number => most - least

const swapParams = z.object({
  window: z.number().int().min(2).default(8).meta({ description: 'Number of neighbouring ranks that are shuffled.' }),
})

export type FakeSwapParams = z.infer<typeof swapParams>

export const swapMethod: MaskingMethod<FakeSwapParams> = defineMethod({
  id: 'fake/swap',
  title: 'Fake swap',
  summary: 'Sorts each column and shuffles the values of every window of neighbouring ranks.',
  formula: 'y_(r) = x_(π(r)), π a random permutation within each window of ranks',
  source,
  traits: {
    stochastic: true,
    draws: 'choices',
    missing: 'keep',
    scope: 'column',
    claims: { marginals: true, means: true },
  },
  params: swapParams,
  examples: [{ window: 3 }],
  plan: ({ columns, params, rng }) => ({
    form: 'ranks',
    walks: columns.map((name) => ({
      columns: [name],
      order: {
        name,
        reads: 'masked',
        of: ({ masked }) => numericValues(masked, name),
        ties: { random: rng.child(name).child('ties') },
      },
      window: () => params.window,
      walk: ({ count }) => swapWalk(name, count, params, rng.child(name)),
    })),
  }),
})

function swapWalk(column: string, count: number, { window }: FakeSwapParams, rng: Rng): RankWalk {
  if (count < 2) throw new SdcError('TOO_FEW_RECORDS', `"${column}" has ${count} value, which has no neighbour`, { column }) // oxfmt-ignore
  let held: number[] = []
  let windows = 0
  const shuffled = (): number[] => {
    const order = rng.child('windows').child(String(windows++)).permutation(held.length)
    const values = Array.from(order, (at) => held[at])
    held = []
    return values
  }
  return {
    push(sorted) {
      const known: number[] = []
      for (const value of sorted) {
        held.push(value)
        if (held.length === window) known.push(...shuffled())
      }
      return Float64Array.from(known)
    },
    end: () => Float64Array.from(shuffled()),
  }
}

/** Records with a value, ordered by (value, record). */
function ranked(values: Float64Array): number[] {
  return [...values.keys()].filter((i) => !Number.isNaN(values[i])).sort((a, b) => values[a] - values[b] || a - b)
}

const groupsParams = z.object({
  k: z.number().int().min(2).default(3).meta({ description: 'Least number of records per group.' }),
})

export type FakeGroupsParams = z.infer<typeof groupsParams>

export const groupsMethod: MaskingMethod<FakeGroupsParams> = defineMethod({
  id: 'fake/groups',
  title: 'Fake groups',
  summary: 'Orders the records by their first column and replaces every k of them by their mean record.',
  formula: 'y_ij = mean of x_j over the group of record i',
  source,
  traits: { claims: { means: true, kAnonymousBy: 'k' } },
  params: groupsParams,
  examples: [{ k: 2 }],
  needsFile: () => ({ why: 'a group has records from anywhere in the file', groups: true }),
  plan: () => ({
    form: 'file',
    mask({ data, columns, params: { k } }) {
      if (data.rows < k) throw new SdcError('TOO_FEW_RECORDS', `${data.rows} records are fewer than a group of ${k}`)
      const groups = Math.floor(data.rows / k)
      const group = new Float64Array(data.rows)
      ranked(numericValues(data, columns[0])).forEach((record, rank) => {
        group[record] = Math.min(Math.floor(rank / k), groups - 1)
      })
      const masked = columns.map((name): [string, Column] => {
        const values = numericValues(data, name)
        const [sums, sizes] = [new Float64Array(groups), new Float64Array(groups)]
        values.forEach((value, i) => {
          sums[group[i]] += value
          sizes[group[i]]++
        })
        return [name, numeric(values.map((_, i) => sums[group[i]] / sizes[group[i]]))]
      })
      return { files: [{ columns: new Map(masked) }], report: new Map([['group', numeric(group)]]) }
    },
  }),
})

const nearParams = z.object({
  percent: z
    .number()
    .min(0)
    .max(100)
    .default(10)
    .meta({ description: 'Greatest distance of ranks.', unit: 'percent of the records' }),
})

/** Pairs of present cells of a column, and their records. */
interface Cells {
  readonly masked: Float64Array
  readonly original: Float64Array
  readonly records: readonly number[]
}

function cellsOf(original: Float64Array, masked: Float64Array, origin: Int32Array): Cells {
  const records = [...masked.keys()].filter(
    (i) => origin[i] >= 0 && !Number.isNaN(masked[i]) && !Number.isNaN(original[origin[i]]),
  )
  return {
    masked: Float64Array.from(records, (i) => masked[i]),
    original: Float64Array.from(records, (i) => original[origin[i]]),
    records,
  }
}

function ranksOf(values: Float64Array): Float64Array {
  const ranks = new Float64Array(values.length)
  ranked(values).forEach((i, rank) => (ranks[i] = rank))
  return ranks
}

const NO_CELLS: Measurement = { value: null, reason: 'no masked record has a known origin', used: 0 }

export const nearMetric = defineMetric({
  id: 'fake/near',
  title: 'Fake risk',
  summary: 'The share of masked values whose rank is near the rank of the original value.',
  formula: '100 · share of the cells with |rank y − rank x| ≤ percent/100 · n',
  source,
  kind: 'risk',
  high: { share: 0.5, meaning: '{value} of the values keep their rank nearly' },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 100,
  share: 'cells',
  params: nearParams,
  needsFile: () => ({ why: 'it ranks the records that both files have' }),
  plan: () => ({
    form: 'file',
    measure({ original, masked, origin, columns, params: { percent } }) {
      const records = new Float64Array(masked.rows)
      let [near, used] = [0, 0]
      for (const name of columns) {
        const cells = cellsOf(numericValues(original, name), numericValues(masked, name), origin)
        const [x, y] = [ranksOf(cells.original), ranksOf(cells.masked)]
        cells.records.forEach((record, i) => {
          if (Math.abs(x[i] - y[i]) > (percent / 100) * x.length) return
          near++
          records[record] += 1 / columns.length
        })
        used += x.length
      }
      return used === 0 ? NO_CELLS : { value: (100 * near) / used, used, records }
    },
  }),
})

export const distanceMetric = defineMetric({
  id: 'fake/distance',
  title: 'Fake loss',
  summary: 'The mean distance of the masked values from the original ones, in mean distances from the mean.',
  formula: '100 · mean over columns of Σ|y − x| / Σ|x − x̄|',
  source,
  kind: 'loss',
  better: 'lower',
  unit: '%',
  range: [0, Infinity],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  params: z.object({}),
  *plan({ columns }) {
    const [sums] = yield [sumsOfPairs(columns, (x) => [1, x])]
    const means = columns.map((_, j) => sums[2 * j + 1] / sums[2 * j])
    const [sizes] = yield [sumsOfPairs(columns, (x, y, j) => [Math.abs(y - x), Math.abs(x - means[j])])]
    const all = columns.map((name, j) => ({ name, used: sums[2 * j], loss: (100 * sizes[2 * j]) / sizes[2 * j + 1] }))
    if (all.every(({ used }) => used === 0)) return NO_CELLS
    return {
      value: all.reduce((sum, { loss }) => sum + loss, 0) / all.length,
      used: all.reduce((sum, { used }) => sum + used, 0),
      columns: new Map(all.map(({ name, loss }) => [name, loss])),
    }
  },
})

/** Two sums over the pairs of values of each column. */
function sumsOfPairs(
  columns: readonly string[],
  terms: (x: number, y: number, j: number) => readonly [number, number],
): Aggregate {
  return {
    reads: 'pairs',
    of: ({ original, masked }) => {
      const sums = new Float64Array(2 * columns.length)
      for (const [j, name] of columns.entries()) {
        const [x, y] = [numericValues(original, name), numericValues(masked, name)]
        for (let i = 0; i < x.length; i++) {
          if (Number.isNaN(x[i] + y[i])) continue
          const [one, other] = terms(x[i], y[i], j)
          sums[2 * j] += one
          sums[2 * j + 1] += other
        }
      }
      return sums
    },
    merge: (total, own) => total.map((sum, k) => sum + own[k]),
  }
}

const plugin: Plugin = definePlugin({
  name: 'fake',
  version: '1.0.0',
  sdc: '^1',
  defaults: { axes: { numeric: { risk: 'fake/near', loss: 'fake/distance' } } },
  methods: [noiseMethod, swapMethod, groupsMethod],
  metrics: [nearMetric, distanceMetric],
})

export default plugin
