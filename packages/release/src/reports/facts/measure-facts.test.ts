import type { Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from '../../../../inspect/src/in-memory.fixture.js'
import { measureRows } from './measure-facts.js'

const [lower, higher] = ['risk/dbrl', 'risk/difference-variance'].map((id): Metric => registry.get('metrics', id))
const measured = (metric: Metric, value: number): object => ({ metric, measurement: { value, used: 80 } })
const rows = (metric: Metric, value: number, others: number): ReturnType<typeof measureRows> => {
  const levels = [{ metric, high: 10, independent: metric === lower ? 1 : 200 }]
  return measureRows(
    { measured: [measured(metric, value)], levels, columns: [] } as never,
    new Map([[metric.id, others]]),
  )
}

describe('measureRows with the worst of several runs', () => {
  it('is not better than the file itself, which is one of them', () => {
    expect(rows(lower, 9.186, 8.816)[0]).toMatchObject({ released: '9.2 %', worst: '9.2 %', state: 'not high' })
    expect(rows(lower, 8, 9)[0]).toMatchObject({ released: '8 %', worst: '9 %' })
    expect(rows(higher, 90, 92)[0]).toMatchObject({ released: '90 %', worst: '90 %', state: 'not high' })
    expect(rows(higher, 92, 90)[0]).toMatchObject({ released: '92 %', worst: '90 %' })
  })

  it('has a high risk if that of the file alone is not high', () => {
    expect(rows(lower, 9, 11)[0].state).toBe('high')
    expect(rows(lower, 11, 9)[0].state).toBe('high')
  })
})
