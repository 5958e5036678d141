import { dldMetric, drCombineMetric, ilScoreMetric, intervalDisclosureMetric, kAnonymityMetric } from '@sdc/metrics'
import { maxKnowledgeMetric } from '@sdc/permutation'
import { mdavMethod } from '@sdc/methods-microaggregation'
import { multipleImputationMethod } from '@sdc/methods-linear'
import { createRegistry, dataset, numeric, seededRng, takeRows, withColumns } from '@sdc/core'
import { fromRows, mask, measure, measureFiles, type MeasuredValue } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import standard from '../index.js'

const data = fromRows(
  Array.from({ length: 60 }, (_, i) => ({
    id: i,
    income: 1000 + ((i * 37) % 60) * 25,
    tax: 100 + ((i * 53) % 60) * 7,
  })),
)
const masked = await mask(data, mdavMethod, { k: 5 }, { columns: ['income', 'tax'], seed: 1 })

describe('measure', () => {
  it('gives a value for each metric in their order, as the engine does', async () => {
    const [risk, loss] = await measure(data, masked, [dldMetric, ilScoreMetric])
    const registry = createRegistry().use(standard).freeze()
    const metrics = [
      { use: 'risk/dld', params: {} },
      { use: 'loss/il-score', params: {} },
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
    expect(risk).toMatchObject({ id: 'risk/dld', unit: '%', columns })
    expect(loss.reason).toBeUndefined()
    expect(risk.interval?.low).toBeLessThan(Number(risk.value))
  })

  it('takes parameters, ids, and metrics that others combine', async () => {
    const settings = { registry: standard } as const
    const [byId] = await measure(data, masked, [['risk/interval-disclosure', { mode: 'sd' }]], settings)
    const [byValue] = await measure(data, masked, [[intervalDisclosureMetric, { mode: 'sd' }]])
    expect(byId.value).toBe(byValue.value)
    const [combined] = await measure(data, masked, [drCombineMetric], settings)
    expect(combined.value).toBeGreaterThan(0)
    const wrong = { code: 'UNKNOWN_METRIC', advice: expect.stringContaining('registry: standard') as string }
    await expect(measure(data, masked, [drCombineMetric])).rejects.toMatchObject(wrong)
  })

  it('says why there is no value', async () => {
    const [risk] = await measure(data, masked, [kAnonymityMetric])
    expect(risk.value).toBeNull()
    const text: string = risk.value === null ? risk.reason : risk.value.toFixed(1)
    expect(text).toMatch(/quasi-identifier/)
  })

  it('takes any two files: the columns that differ, record by record or by a key', async () => {
    const [known] = await measure(data, masked, [dldMetric])
    const [plain] = await measure(data, masked.data, [dldMetric])
    expect(plain).toMatchObject({ value: known.value, columns: ['income', 'tax'] })
    const shuffled = takeRows(
      masked.data,
      Int32Array.from({ length: 60 }, (_, i) => (i * 7) % 60),
    )
    const [byKey] = await measure(data, shuffled, [dldMetric], { key: 'id' })
    expect(byKey.value).toBe(known.value)
    const [byOrigin] = await measure(data, shuffled, [dldMetric], {
      columns: ['income', 'tax'],
      origin: Int32Array.from({ length: 60 }, (_, i) => (i * 7) % 60),
    })
    expect(byOrigin.value).toBe(known.value)
    await expect(measure(data, data, [dldMetric])).rejects.toMatchObject({ code: 'NO_COLUMNS' })
    const [whole] = await measure(data, data, [dldMetric], { columns: ['income'] })
    expect(whole.value).toBe(100)
    const other = dataset([['income', numeric([1, 2])]])
    await expect(measure(data, other, [dldMetric])).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' })
  })

  it('measures several files by their mean', async () => {
    const several = await mask(
      data,
      multipleImputationMethod,
      { sets: 3 },
      { columns: ['income'], given: ['tax'], seed: 1 },
    )
    const [risk] = await measure(data, several, [maxKnowledgeMetric])
    expect(risk.files).toHaveLength(3)
    expect(risk.value).toBeCloseTo(Number(risk.files?.reduce<number>((sum, one) => sum + Number(one), 0)) / 3, 10)
  })

  it('has types: one value for each metric, parameters of its own', () => {
    const neverRun = async (): Promise<void> => {
      const [one] = await measure(data, masked, [dldMetric])
      const value: MeasuredValue = one
      // @ts-expect-error there is no second
      const [, second] = await measure(data, masked, [dldMetric])
      // @ts-expect-error a name that is none
      await measure(data, masked, [[intervalDisclosureMetric, { percnt: 2 }]])
      // @ts-expect-error an id that is none
      await measure(data, masked, ['risk/dlb'], { registry: standard })
      // @ts-expect-error a value may be missing
      value.value.toFixed(1)
      withColumns(data, new Map([['x', second ?? null]]))
    }
    expect(neverRun).toBeTypeOf('function')
  })
})
