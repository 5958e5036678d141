import {
  dataset,
  drawnFurther,
  isMeasured,
  nextShare,
  noRoles,
  nothingDrawn,
  numeric,
  planOf,
  resolveParams,
  seededRng,
  totalsTogether,
  type Aggregate,
  type Block,
  type Dataset,
  type Measurement,
  type Metric,
  type SampleMeasuring,
  type Totals,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { run, tableColumn } from '../../testing/run.fixture.js'
import { percentSample, wantedRecords } from '../columns/attacked-sample.js'
import { dbrlKernelMetric } from '../distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from '../distance/dbrl-mahalanobis.js'
import { dbrlMetric } from '../distance/dbrl.js'
import { dldMetric } from '../distance/dld.js'

type Columns = Readonly<Record<string, Float64Array>>

interface InBlocks {
  /** Number of records of a block: small here, while files of millions have large ones. */
  readonly size?: number
  /** Number of blocks that are searched at a time. */
  readonly atATime?: number
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed?: number
  readonly metric?: Metric
  readonly wanted?: number | SampleMeasuring['wanted']
}

/** Measures files in small blocks. */
function inBlocks(
  x: Columns,
  y: Columns,
  {
    size = 1000,
    atATime = 1,
    metric = dbrlMetric as Metric,
    params = metric.id === 'risk/dbrl' ? { scale: 'separate' } : {},
    seed = 1,
    wanted,
  }: InBlocks = {},
): Measurement {
  const columns = Object.keys(x)
  const rows = x[columns[0]].length
  const part = (file: Columns, first: number, end: number): Dataset =>
    dataset(columns.map((name) => [name, numeric(file[name].slice(first, end))]))
  const plan = planOf(
    metric.plan({
      columns,
      given: [],
      roles: noRoles,
      params: resolveParams(metric.params, params, { metric: metric.id }),
      rng: seededRng(seed),
      rows: { original: rows, masked: rows, pairs: rows },
      original: part(x, 0, 0),
      masked: part(y, 0, 0),
      parts: new Map(),
    }),
  )
  const blocks = Array.from({ length: Math.ceil(rows / size) }, (_, index): Block => {
    const [first, end] = [index * size, Math.min(rows, (index + 1) * size)]
    return { index, first, end, original: part(x, first, end), masked: part(y, first, end) }
  })
  let step = plan.next([])
  while (step.done !== true) step = plan.next(step.value.map((aggregate) => totalsOf(aggregate, blocks)))
  const { value } = step
  if (isMeasured(value)) return value
  if (value.form !== 'sample') throw new Error(`${metric.id} does not sample`)
  const asked = typeof wanted === 'number' ? once(wanted) : (wanted ?? value.wanted)
  return sampled({ ...value, wanted: asked }, blocks, atATime)
}

function totalsOf(aggregate: Aggregate, blocks: readonly Block[]): Totals {
  const [first, ...others] = blocks.map((block) => aggregate.of(block))
  return others.reduce((total, own) => aggregate.merge(total, own), first)
}

function sampled(measuring: SampleMeasuring, blocks: readonly Block[], atATime: number): Measurement {
  const searches = Array.from({ length: Math.ceil(blocks.length / atATime) }, (_, k) =>
    measuring.search(blocks.slice(k * atATime, (k + 1) * atATime)),
  )
  let drawn = nothingDrawn
  for (;;) {
    const share = nextShare(measuring, drawn)
    if (share === undefined) return drawn.measured as Measurement
    const sample = totalsTogether(blocks.map((block) => measuring.draw(block, share)))
    const found = searches.map((search) => search(sample)).reduce((a, b) => measuring.nearer(a, b))
    drawn = drawnFurther(measuring, drawn, { share, sample, found })
  }
}

const once =
  (wanted: number): SampleMeasuring['wanted'] =>
  (before) =>
    before === undefined ? wanted : undefined

const normal = (rows: number, seed: number): Float64Array => {
  const rng = seededRng(seed)
  return new Float64Array(rows).map(() => rng.normal())
}
const plus = (values: Float64Array, sd: number, seed: number): Float64Array => {
  const noise = normal(values.length, seed)
  return values.map((value, i) => value + sd * noise[i])
}
const whole = (values: Float64Array): Float64Array => values.map((value) => Math.round(value))

const files: Readonly<Record<string, (rows: number) => readonly [Columns, Columns]>> = {
  noise(rows) {
    const x = { a: normal(rows, 1), b: normal(rows, 2), c: normal(rows, 3).map((value) => 1e9 + value) }
    return [x, { a: plus(x.a, 0.2, 4), b: plus(x.b, 0.2, 5), c: plus(x.c, 0.2, 6) }]
  },
  'ties everywhere'(rows) {
    const x = { a: whole(normal(rows, 1)), b: whole(normal(rows, 2)) }
    // A tenth of an integer is not a double: equal distances are computed with small differences.
    return [
      { a: x.a.map((value) => value / 10), b: x.b.map((value) => value / 10) },
      { a: whole(plus(x.a, 1, 3)).map((value) => value / 10), b: whole(plus(x.b, 1, 4)).map((value) => value / 10) },
    ]
  },
  'half of the records equal'(rows) {
    const half = (values: Float64Array): Float64Array => values.map((value, i) => (i % 2 === 0 ? 5 : value))
    const x = { a: half(normal(rows, 1)), b: half(normal(rows, 2)) }
    return [x, { a: half(plus(x.a, 0.1, 3)), b: half(plus(x.b, 0.1, 4)) }]
  },
  'missing values, a constant, one huge value'(rows) {
    const holes = (values: Float64Array, every: number): Float64Array =>
      values.map((value, i) => (i % every === 0 ? NaN : value))
    const [a, b] = [normal(rows, 1), normal(rows, 2)]
    a[7] = 1e12
    const constant = new Float64Array(rows).fill(3)
    return [
      { a: holes(a, 5), b: holes(b, 11), constant },
      { a: holes(plus(a, 0.1, 3), 13), b: holes(plus(b, 0.1, 4), 17), constant: plus(constant, 1, 5) },
    ]
  },
}

const numbersOf = (one: Measurement): unknown => ({
  value: one.value,
  used: one.used,
  linked: tableColumn(one, 'linked', 'records'),
  linkage: tableColumn(one, 'linkage', 'value'),
  left: tableColumn(one, 'left-out', 'count'),
  warnings: one.warnings,
  sample: one.sample,
  tables: [...(one.tables ?? [])].map(([name, table]) => [name, table.names.map((column) => table.column(column))]),
})

describe('risk/dbrl in blocks', () => {
  const kinds: readonly (readonly [Metric, Readonly<Record<string, unknown>>])[] = [
    [dbrlMetric as Metric, { scale: 'separate' }],
    [dbrlMetric as Metric, { scale: 'separate', direction: 'masked-to-original', ties: 'first' }],
    [dbrlMetric as Metric, { scale: 'pooled', distance: 'cityblock' }],
    [dbrlKernelMetric as Metric, {}],
    [dbrlMahalanobisMetric as Metric, {}],
    [dbrlMahalanobisMetric as Metric, { covariance: 'cross', direction: 'masked-to-original', ties: 'inclusive' }],
  ]
  const cases = Object.keys(files).flatMap((name) =>
    kinds
      // Squares of 1e9 leave a kernel no digits: all records tie, after a long time.
      .filter(([metric]) => name !== 'noise' || metric.id !== 'risk/dbrl-kernel')
      .map(([metric, params]) => [name, metric.id, params, metric] as const),
  )

  it.each(cases)(
    '%s, %s %j: all records equal those of the files in memory, for any trees',
    async (name, _, params, metric) => {
      const [x, y] = files[name](300)
      const memory = await run(metric, x, y, { params })
      expect(memory.value).toBeGreaterThan(0)
      for (const [size, atATime] of [
        [300, 1],
        [19, 4],
        [60, 1],
      ]) {
        const parts = inBlocks(x, y, { size, atATime, params, metric })
        // Sums of smaller blocks than 65,536 records have other last bits.
        if (size === 300) expect(numbersOf(parts)).toEqual(numbersOf(memory))
        expect(tableColumn(parts, 'linked', 'records')).toEqual(tableColumn(memory, 'linked', 'records'))
        expect(parts.sample).toBeUndefined()
      }
    },
  )

  it('finds the same by trees of 1, 4 and 16 blocks, also for a sample, to the last bit', async () => {
    for (const [x, y] of Object.values(files).map((made) => made(640))) {
      const [one, four, sixteen] = [1, 4, 16].map((atATime) => inBlocks(x, y, { size: 40, atATime, wanted: 200 }))
      expect(numbersOf(four)).toEqual(numbersOf(one))
      expect(numbersOf(sixteen)).toEqual(numbersOf(one))
      expect(one.sample?.standardError).toBeGreaterThan(0)
      expect(one.used).toBe(one.sample?.drawn)
    }
  })

  it('is within 2.6 standard errors of all records in 48 of 50 samples', async () => {
    for (const name of ['noise', 'ties everywhere']) {
      const [x, y] = files[name](600)
      const exact = inBlocks(x, y).value ?? Number.NaN
      let within = 0
      let squares = 0
      for (let seed = 1; seed <= 50; seed++) {
        const { value, sample } = inBlocks(x, y, { wanted: 150, seed })
        const z = ((value ?? Number.NaN) - exact) / (sample?.standardError ?? Number.NaN)
        if (Math.abs(z) <= 2.6) within++
        squares += z * z
      }
      expect(within).toBeGreaterThanOrEqual(48)
      // z² has mean 1: five standard deviations of the mean of 50. Too large a stated error would be wrong, too.
      expect(Math.abs(squares / 50 - 1)).toBeLessThan(5 * Math.sqrt(2 / 50))
    }
  })

  it('draws more if the error is above half a point, including those drawn before', async () => {
    const [x, y] = files.noise(1000)
    const rounds: number[] = []
    const wanted = (before?: Measurement): number | undefined => {
      if (before) rounds.push(before.used)
      return [100, 300][rounds.length]
    }
    const grown = inBlocks(x, y, { wanted })
    const atOnce = inBlocks(x, y, { wanted: 300 })
    expect(tableColumn(grown, 'linked', 'records')).toEqual(tableColumn(atOnce, 'linked', 'records'))
    expect(grown.sample?.standardError).toBeCloseTo(atOnce.sample?.standardError ?? 0, 12)
    expect(rounds[0]).toBeLessThan(grown.used)
    const measured = (drawn: number, standardError: number): Measurement => ({
      value: 1,
      used: drawn,
      sample: { of: 1e6, drawn, standardError },
    })
    expect(wantedRecords(100_000, 5)).toBe(100_000)
    expect(wantedRecords(100_000, 5, { value: 1, used: 100_000 })).toBeUndefined()
    // The share with the largest error is one half.
    expect(50 / Math.sqrt(wantedRecords(1e6, 5) ?? 0)).toBeLessThan(0.5)
    const first = wantedRecords(1e6, 13) ?? 0
    const next = wantedRecords(1e6, 13, measured(first, 50 / Math.sqrt(first))) ?? 0
    expect(50 / Math.sqrt(next)).toBeLessThan(0.5)
    expect(wantedRecords(1e6, 13, measured(first, 0.5))).toBeUndefined()
  })

  it('states the reason for a missing value', async () => {
    const many = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((j) => [`v${j}`, normal(25_000, j)]))
    const kernel = inBlocks(many, many, {
      size: 25_000,
      metric: dbrlKernelMetric as Metric,
      params: { degree: 3 },
    })
    expect(kernel).toMatchObject({ value: null, reason: expect.stringMatching(/8 columns and their products/) })
    const a = Float64Array.of(1, 1, 1)
    const b = Float64Array.of(1, 2, NaN)
    expect(inBlocks({ a }, { a: b })).toMatchObject({
      value: null,
      reason: expect.stringMatching(/no column/),
    })
    const none = inBlocks(
      { b, a: Float64Array.of(NaN, 2, 3) },
      { b, a: b },
      { metric: dbrlMahalanobisMetric as Metric },
    )
    expect(none).toMatchObject({
      value: null,
      reason: '1 masked records have all columns in both files; the metric needs 2',
    })
    expect(inBlocks({ b: b.slice(0, 1) }, { b: b.slice(0, 1) })).toMatchObject({ value: null })
    const assigned = resolveParams(dbrlMetric.params, { links: 'assignment' }, {})
    expect(dbrlMetric.needsFile?.({ params: assigned })?.why).toMatch(/all pairs/)
  })
})

describe('risk/dld in blocks', () => {
  const metric = dldMetric as Metric
  const allOf = ({ value, used, warnings, sample, tables }: Measurement): unknown => ({
    value,
    used,
    warnings,
    sample,
    tables: [...(tables ?? [])].map(([name, table]) => [name, table.names.map((column) => table.column(column))]),
  })
  const made: typeof files = {
    ...files,
    'nine columns, and missing values in those that are no keys'(rows) {
      const x = Object.fromEntries(Array.from({ length: 9 }, (_, j) => [`v${j}`, normal(rows, j)]))
      const y = Object.fromEntries(Object.entries(x).map(([name, values], j) => [name, plus(values, 1, 20 + j)]))
      x.v8[3] = NaN
      y.v7[4] = NaN
      return [x, y]
    },
  }

  it.each(Object.keys(made))('%s: all records equal those of the files in memory, for any trees', async (name) => {
    const [x, y] = made[name](300)
    for (const ties of ['fractional', 'first', 'inclusive', 'strict']) {
      const memory = await run(metric, x, y, { params: { ties } })
      expect(memory.value).toBeGreaterThan(0)
      // Sums of smaller blocks than 65,536 records have other last bits.
      expect(allOf(inBlocks(x, y, { size: 300, metric, params: { ties } }))).toEqual(allOf(memory))
      for (const atATime of [1, 4, 16]) {
        const parts = inBlocks(x, y, { size: 19, atATime, metric, params: { ties } })
        expect(tableColumn(parts, 'keys', 'percent')).toEqual(tableColumn(memory, 'keys', 'percent'))
        expect(parts.sample).toBeUndefined()
      }
    }
  })

  it('is within 2.6 standard errors of all records in 48 of 50 samples', async () => {
    const [x, y] = files.noise(600)
    const exact = inBlocks(x, y, { metric }).value ?? Number.NaN
    let within = 0
    for (let seed = 1; seed <= 50; seed++) {
      const { value, sample, interval } = inBlocks(x, y, { wanted: 150, seed, metric })
      const z = ((value ?? Number.NaN) - exact) / (sample?.standardError ?? Number.NaN)
      if (Math.abs(z) <= 2.6) within++
      expect(interval?.low).toBeLessThan(value ?? 0)
    }
    expect(within).toBeGreaterThanOrEqual(48)
  })

  it('states the reason for a missing value, and links whole files by drawn sets of keys', async () => {
    const b = Float64Array.of(1, 2, NaN)
    // One pair has a key in both files: the others are not linked.
    expect(inBlocks({ b }, { b: Float64Array.of(NaN, 2, 3) }, { metric }).value).toBeCloseTo(100 / 3, 12)
    expect(inBlocks({ b: b.slice(0, 1) }, { b: b.slice(0, 1) }, { metric })).toMatchObject({ value: null })
    for (const other of [{ keys: 'random' }, { keys: 'all' }, { truth: 'nearest' }])
      expect(dldMetric.needsFile?.({ params: resolveParams(dldMetric.params, other, {}) })?.why).toMatch(/samples/)
  })
})

describe('a sample that finds nobody, or everybody', () => {
  it('has the error of one with one more record: it does not prove that nobody is found', () => {
    const { sample } = percentSample(1e6, new Float64Array(400))
    const one = percentSample(1e6, new Float64Array(400).fill(1, 0, 1))
    expect(sample).toEqual(one.sample)
    expect(percentSample(1e6, new Float64Array(400).fill(1)).sample?.standardError).toBeCloseTo(0.25, 3)
  })
})
