import { measureInput, resolveParams, type Column, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { contingencyTablesMetric } from './contingency-tables.js'
import { measureByPlan } from '@sdc/toolkit'
import { file } from './categories.fixture.js'

async function run(x: Dataset, y: Dataset, params: Readonly<Record<string, unknown>> = {}): Promise<Measurement> {
  const resolved = resolveParams(contingencyTablesMetric.params, params, { metric: contingencyTablesMetric.id })
  return measureByPlan(contingencyTablesMetric, measureInput(x, y, { params: resolved }))
}

describe('loss/contingency-tables', () => {
  it('takes a million categories', async () => {
    const n = 1_000_000
    const levels = Array.from({ length: n }, (_, i) => String(i))
    const column = (of: (i: number) => number): Column => ({
      kind: 'categorical',
      codes: Int32Array.from({ length: n }, (_, i) => of(i)),
      levels,
      ordered: false,
    })
    const half = column((i) => i % 2)
    const one = file({ a: column((i) => i), b: half })
    const other = file({ a: column((i) => Math.max(i, n / 4)), b: half })
    // A quarter of the categories, and of the records, moved to one of the others; the same with b as without.
    const measured = await run(one, other)
    expect([...(measured.columns?.values() ?? [])]).toEqual([expect.closeTo(25, 10), 0])
    expect(measured.value).toBeCloseTo(50 / 3, 10)
  })
})
