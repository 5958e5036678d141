import { createRegistry, dataset, numeric, seededRng, takeRows, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugins, { drawsMethod, uniquesMetric, worseMetric } from '../testing/fake-methods.js'
import { groupsMethod, nearMetric, distanceMetric } from '@sdc/testing/fake-plugin'
import { fromRows } from '../index.js'
import { measureFiles } from '../measure/measure.js'
import { mask } from './mask.js'
import { measure, type MeasuredValue } from './measure.js'

const data = fromRows(
  Array.from({ length: 60 }, (_, i) => ({
    id: i,
    income: 1000 + ((i * 37) % 60) * 25,
    tax: 100 + ((i * 53) % 60) * 7,
  })),
)
const masked = await mask(data, groupsMethod, { k: 5 }, { columns: ['income', 'tax'], seed: 1 })

describe('measure', () => {
  it('returns a value for each metric in their order, as the engine does', async () => {
    const [risk, loss] = await measure(data, masked, [nearMetric, distanceMetric])
    const registry = createRegistry().use(plugins).freeze()
    const metrics = [
      { use: 'fake/near', params: {} },
      { use: 'fake/distance', params: {} },
    ]
    const { origin } = masked
    const columns = ['income', 'tax']
    const own = await measureFiles({
      registry,
      original: data,
      masked: masked.data,
      origin,
      columns,
      metrics,
      rng: seededRng(1),
    })
    expect([risk.value, loss.value]).toEqual(own.map(({ measurement }) => measurement.value))
    expect(risk).toMatchObject({ id: 'fake/near', unit: '%', columns })
    expect(loss.reason).toBeUndefined()
    // A share of cells has no interval: cells of one record are not independent.
    expect(risk.interval).toBeUndefined()
  })

  it('takes parameters, ids, and metrics that others combine', async () => {
    const settings = { registry: plugins } as const
    const [byId] = await measure(data, masked, [['fake/near', { percent: 5 }]], settings)
    const [byValue] = await measure(data, masked, [[nearMetric, { percent: 5 }]])
    expect(byId.value).toBe(byValue.value)
    const [combined] = await measure(data, masked, [worseMetric], settings)
    expect(combined.value).toBeGreaterThan(0)
    const wrong = { code: 'UNKNOWN_METRIC', fix: expect.stringContaining('registry: standard') as string }
    await expect(measure(data, masked, [worseMetric])).rejects.toMatchObject(wrong)
  })

  it('gives the reason for a missing value', async () => {
    const [risk] = await measure(data, masked, [uniquesMetric])
    expect(risk.value).toBeNull()
    const text: string = risk.value === null ? risk.reason : risk.value.toFixed(1)
    expect(text).toMatch(/quasi-identifier/)
  })

  it('compares any two files: the columns that differ, record by record or by a key', async () => {
    const [known] = await measure(data, masked, [nearMetric])
    const [plain] = await measure(data, masked.data, [nearMetric])
    expect(plain).toMatchObject({ value: known.value, columns: ['income', 'tax'] })
    const shuffled = takeRows(
      masked.data,
      Int32Array.from({ length: 60 }, (_, i) => (i * 7) % 60),
    )
    const [byKey] = await measure(data, shuffled, [nearMetric], { key: 'id' })
    expect(byKey.value).toBe(known.value)
    const [byOrigin] = await measure(data, shuffled, [nearMetric], {
      columns: ['income', 'tax'],
      origin: Int32Array.from({ length: 60 }, (_, i) => (i * 7) % 60),
    })
    expect(byOrigin.value).toBe(known.value)
    await expect(measure(data, data, [nearMetric])).rejects.toMatchObject({ code: 'NO_COLUMNS' })
    const [whole] = await measure(data, data, [nearMetric], { columns: ['income'] })
    expect(whole.value).toBe(100)
    const other = dataset([['income', numeric([1, 2])]])
    await expect(measure(data, other, [nearMetric])).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' })
  })

  it('measures several files by their mean', async () => {
    const several = await mask(data, drawsMethod, { files: 3 }, { columns: ['income'], given: ['tax'], seed: 1 })
    const [risk] = await measure(data, several, [nearMetric])
    expect(risk.files).toHaveLength(3)
    expect(risk.value).toBeCloseTo(Number(risk.files?.reduce<number>((sum, one) => sum + Number(one), 0)) / 3, 10)
  })

  it('has types: one value for each metric, each with its own parameters', () => {
    const neverRun = async (): Promise<void> => {
      const [one] = await measure(data, masked, [nearMetric])
      const value: MeasuredValue = one
      // @ts-expect-error there is no second
      const [, second] = await measure(data, masked, [nearMetric])
      // @ts-expect-error a name that is none
      await measure(data, masked, [[nearMetric, { percnt: 2 }]])
      // @ts-expect-error an id that is none
      await measure(data, masked, ['fake/nea'], { registry: plugins })
      // @ts-expect-error a value may be missing
      value.value.toFixed(1)
      withColumns(data, new Map([['x', second ?? null]]))
    }
    expect(neverRun).toBeTypeOf('function')
  })
})
