import {
  dataset,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type Measurement,
  type Metric,
  measureInput,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { maxKnowledgeMetric, noiseShareMetric, privacyMetric } from './index.js'
import { measureByPlan } from '@sdc/toolkit'

const rng = seededRng('metrics')
const n = 300
const base = [0, 1, 2].map(() => Float64Array.from({ length: n }, () => rng.normal()))
const file = (columns: readonly Float64Array[]): Dataset =>
  dataset(columns.map((values, j) => [`v${j}`, numeric(values)]))
const noisy = (sd: number): Float64Array[] => base.map((column) => column.map((one) => one + sd * rng.normal()))

async function measure<P>(
  metric: Metric<P>,
  masked: Dataset,
  origin?: Int32Array,
  params: Record<string, unknown> = {},
): Promise<Measurement> {
  return measureByPlan(
    metric,
    measureInput(file(base), masked, {
      origin: origin ?? Int32Array.from({ length: masked.rows }, (_, i) => i),
      columns: ['v0', 'v1', 'v2'],
      params: resolveParams(metric.params, params),
      rng: seededRng(1),
    }),
  )
}
const unknown = new Int32Array(n).fill(-1)

describe('risk/max-knowledge', () => {
  it('decreases from 100 % to chance with the masking, and has its rates in a table', async () => {
    expect((await measure(maxKnowledgeMetric, file(base))).value).toBe(100)
    const values = await Promise.all(
      [0.01, 0.3, 3].map(async (sd) => (await measure(maxKnowledgeMetric, file(noisy(sd)))).value ?? -1),
    )
    expect(values[0]).toBeGreaterThan(values[1])
    expect(values[1]).toBeGreaterThan(values[2])
    const { tables } = await measure(maxKnowledgeMetric, file(noisy(1)))
    expect(tables?.get('rates')?.names).toEqual(['what', 'percent'])
  })

  it('links one-to-one on request, and reports the reason if it does not', async () => {
    const linkage = 'assignment'
    expect((await measure(maxKnowledgeMetric, file(base), undefined, { linkage })).value).toBe(100)
    // One-to-one linkage uses more knowledge, and finds more on a file of 300 records with moderate noise.
    const masked = file(noisy(0.1))
    const [nearest, assigned] = [
      await measure(maxKnowledgeMetric, masked, undefined, { distance: 'cityblock' }),
      await measure(maxKnowledgeMetric, masked, undefined, { linkage, distance: 'cityblock' }),
    ]
    expect(Number(assigned.value)).toBeGreaterThan(Number(nearest.value))
    const times20 = file(base.map((column) => Float64Array.from({ length: 20 * n }, (_, i) => column[i % n])))
    const origin = Int32Array.from({ length: 20 * n }, (_, i) => i % n)
    const { value, reason } = await measure(maxKnowledgeMetric, times20, origin, { linkage })
    expect([value, reason]).toEqual([null, expect.stringContaining('the limit is 5000')])
  })

  it('measures a sample of the records, and is null, with a reason, without a link or without values', async () => {
    expect(await measure(maxKnowledgeMetric, file(base), unknown)).toMatchObject({ value: null })
    const even = Int32Array.from({ length: n / 2 }, (_, i) => 2 * i)
    const half = file(base.map((column) => Float64Array.from(even, (i) => column[i])))
    const { value, used } = await measure(maxKnowledgeMetric, half, even)
    expect(used).toBe(n / 2)
    // Every second record of a sample still has about its old quantiles: far more than chance is found.
    expect(value).toBeGreaterThan(10)
    const empty = file(base.map((column) => column.map(() => Number.NaN)))
    expect((await measure(maxKnowledgeMetric, empty)).reason).toMatch(/300 complete records, the masked file 0/)
  })
})

describe('permutation/noise-share', () => {
  it('is 0 for a permuted file, null for an unmasked one, and between for noise', async () => {
    const reversed = file(base.map((column) => column.slice().reverse()))
    expect((await measure(noiseShareMetric, reversed)).value).toBe(0)
    expect((await measure(noiseShareMetric, file(base))).value).toBeNull()
    const { value, columns } = await measure(noiseShareMetric, file(noisy(0.5)))
    expect(value).toBeGreaterThan(0)
    expect(value).toBeLessThan(100)
    expect(columns?.size).toBe(3)
    expect((await measure(noiseShareMetric, file(base), unknown)).reason).toMatch(/link/)
  })
})

describe('permutation/privacy', () => {
  it('is 0 for an unmasked file, increases with the masking, and needs no link', async () => {
    expect((await measure(privacyMetric, file(base))).value).toBe(0)
    const weak = await measure(privacyMetric, file(noisy(0.01)), unknown)
    const strong = await measure(privacyMetric, file(noisy(5)), unknown)
    expect(Number(strong.value)).toBeGreaterThan(Number(weak.value))
    expect(strong.tables?.get('curve')?.rows).toBe(9)
  })

  it('may rank the original values as a subject who sees the masked file only', async () => {
    for (const rankRule of ['closest', 'insertion']) {
      expect((await measure(privacyMetric, file(base), unknown, { rankRule })).value).toBe(0)
      const sample = file(base.map((column) => column.slice(0, n / 2)))
      const { value, used } = await measure(privacyMetric, sample, undefined, { rankRule })
      expect([used, Number(value) > 0]).toEqual([n, true])
    }
  })

  it('decreases with stricter conditions', async () => {
    const masked = file(noisy(1))
    const values = await Promise.all(
      [0.5, 2, 10].map(
        async (minimumPercent) => (await measure(privacyMetric, masked, undefined, { minimumPercent })).value ?? -1,
      ),
    )
    expect(values[0]).toBeGreaterThanOrEqual(values[1])
    expect(values[1]).toBeGreaterThanOrEqual(values[2])
    const strict = await measure(privacyMetric, masked, undefined, {
      minimumPercent: 0.5,
      minimumVarianceShare: 0.5,
    })
    expect(Number(strict.value)).toBeLessThanOrEqual(values[0])
  })
})
