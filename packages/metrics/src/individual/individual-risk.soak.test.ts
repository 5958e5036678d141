import { dataset, numeric, type Column, type Measurement } from '@sdc/core'
import { individualRisk } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { runKeys } from '../testing/testdata.fixture.js'
import { individualRiskMetric } from './individual-risk.js'

const run = (
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  roles: Parameters<typeof runKeys>[3] = {},
): Promise<Measurement> => runKeys(individualRiskMetric, dataset(Object.entries(columns)), params, roles)

describe('risk/individual-risk', () => {
  it('accepts a million records with a million different keys, and with few', async () => {
    const n = 1_000_000
    const id = numeric(Float64Array.from({ length: n }, (_, i) => i))
    const w = numeric(new Float64Array(n).fill(12.5))
    const many = await run({ id, w }, {}, { weight: 'w' })
    expect(many.value).toBeCloseTo(100 * individualRisk(1, 0.08), 9)
    const few = await run({ two: numeric(Float64Array.from({ length: n }, (_, i) => i % 2)), w }, {}, { weight: 'w' })
    expect(few.value).toBeCloseTo(100 * individualRisk(n / 2, 0.08), 15)
  })
})
