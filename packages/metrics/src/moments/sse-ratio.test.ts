import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { sseRatioMetric } from './sse-ratio.js'

describe('loss/sse-ratio', () => {
  it('is 0 for an unmasked file and 100 where every value becomes the mean', async () => {
    const x = normals(50, 3, 1)
    const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length
    const means = new Map([...x].map(([name, values]) => [name, values.map(() => mean(values))]))
    expect((await run(sseRatioMetric, x, x)).value).toBe(0)
    expect((await run(sseRatioMetric, x, means)).value).toBeCloseTo(100, 9)
  })

  it('is the sum over standardised columns, column by column', async () => {
    // Sums of squares 8 (s² 4) and 2 (s² 1): errors 4 and 1.
    const measured = await run(sseRatioMetric, { a: [1, 3, 5], b: [1, 2, 3] }, { a: [3, 3, 5], b: [1, 2, 2] })
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 50],
      ['b', 50],
    ])
    expect(measured.value).toBe(50)
    expect(measured.used).toBe(6)
  })

  it('leaves out what cannot be compared, counts it, and is null where too little is left', async () => {
    const original = { a: [1, 3, Number.NaN, 5], c: [2, 2, 2, 2] }
    const measured = await run(
      sseRatioMetric,
      original,
      { a: [3, 3, 1, 1], c: [1, 2, 3, 4] },
      { origin: [0, 1, 2, -1] },
    )
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 100],
      ['c', null],
    ])
    expect(measured.used).toBe(2)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1, 1, 0])
    expect((await run(sseRatioMetric, { c: [2, 2] }, { c: [1, 2] })).value).toBeNull()
    expect((await run(sseRatioMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/--key/)
  })
})
