import { dataset, numeric, type Column, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { runKeys } from '../testing/testdata.fixture.js'
import { sudaMetric } from './suda.js'

const run = (
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  roles: Parameters<typeof runKeys>[3] = {},
): Promise<Measurement> => runKeys(sudaMetric, dataset(Object.entries(columns)), params, roles)

describe('risk/suda', () => {
  it('a million records of seven keys, and a million levels of one', async () => {
    const rows = 1_000_000
    const key = (m: number): Column => ({
      kind: 'categorical',
      codes: Int32Array.from({ length: rows }, (_, i) => ((i * 7919) % 104729) % m),
      levels: Array.from({ length: m }, (_, level) => `${level}`),
      ordered: false,
    })
    const seven = Object.fromEntries([2, 6, 3, 8, 4, 9, 2].map((m, j) => [`k${j}`, key(m)]))
    expect((await run(seven)).value).toBe(0)
    const id = numeric(Float64Array.from({ length: rows }, (_, i) => i))
    const many = await run({ k0: key(2), k1: key(6), id })
    expect(many.value).toBe(100)
    expect(many.tables?.get('levels')?.rows).toBe(20)
  })
})
