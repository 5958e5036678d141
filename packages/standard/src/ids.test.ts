import { compare, fromRows, mask, measure } from '@sdc/engine'
import { expect, it } from 'vitest'
import standard, { type MethodId } from './index.js'

const data = fromRows(Array.from({ length: 60 }, (_, i) => ({ income: 1000 + ((i * 37) % 60) * 25 })))

it('ids of the standard plugins are those of the types', async () => {
  const id: MethodId = 'noise/additive'
  const masked = await mask(data, id, { relativeVariance: 0.2 }, { registry: standard, columns: ['income'], seed: 7 })
  const [risk] = await measure(data, masked, ['risk/interval-disclosure'], { registry: standard })
  expect(risk).toMatchObject({ id: 'risk/interval-disclosure', columns: ['income'] })
  const unknown = mask(data, 'noise/additve' as MethodId, {}, { registry: standard })
  await expect(unknown).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' })
})

it('an unknown id is an error of the type checker', () => {
  const neverRun = async (): Promise<void> => {
    // @ts-expect-error an id that is none
    await mask(data, 'noise/additve', {}, { registry: standard })
    // @ts-expect-error an id that is none
    await compare(data, ['microaggregation/mdaw'], { registry: standard })
    // @ts-expect-error a metric that is none
    await compare(data, ['microaggregation/mdav'], { registry: standard, metrics: ['risk/dlb'] })
    // @ts-expect-error a metric that is none
    await measure(data, data, ['risk/dlb'], { registry: standard })
  }
  expect(neverRun).toBeTypeOf('function')
})
