import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { squaredErrors, sseRatioMetric } from './sse-ratio.js'

describe('loss/sse-ratio', () => {
  it('is 0 for an unmasked file, and 100 if every value becomes the mean', async () => {
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

  it('leaves out and counts cells that cannot be compared, and is null if too few remain', async () => {
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
    expect((await run(sseRatioMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/link/)
  })
})

describe('loss/sse-ratio of few comparable values', () => {
  const none = Number.NaN

  it('gives the reason: a column that varies, two records, or linked values that vary are missing', async () => {
    const constant = await run(sseRatioMetric, { c: [2, 2, 2], e: [none, none, none] }, { c: [1, 2, 3], e: [1, 2, 3] })
    expect(constant).toMatchObject({
      value: null,
      used: 0,
      reason: 'no column has two different values in the original',
    })
    expect(tableColumn(constant, 'left-out', 'count')).toEqual([0, 0, 1, 1])
    expect([...(constant.columns ?? [])]).toEqual([
      ['c', null],
      ['e', null],
    ])
    const one = await run(sseRatioMetric, { a: [1, 2, 3] }, { a: [1, none, none] })
    expect(one).toMatchObject({
      value: null,
      used: 1,
      reason: '1 records have a value in both files; the metric needs 2',
    })
    expect(tableColumn(one, 'left-out', 'count')).toEqual([0, 2, 0, 0])
    // Both linked ones are at the mean.
    const flat = await run(sseRatioMetric, { a: [1, 2, 2, 3] }, { a: [5, 6, 7, 8] }, { origin: [-1, 1, 2, -1] })
    expect(flat).toMatchObject({ value: null, used: 2, reason: 'the linked original values do not vary' })
    expect(flat.columns?.get('a')).toBeNull()
    // Two records suffice, each with a value in another column.
    const two = await run(sseRatioMetric, { a: [1, 3], b: [1, 3] }, { a: [2, none], b: [none, 3] })
    expect(two).toMatchObject({ value: 50, used: 2 })
  })

  it('has no unit, even if squares would be 0 or infinite', async () => {
    for (const unit of [1, 1e-200, 1e200]) {
      const { value } = await run(
        sseRatioMetric,
        { a: [1, 3, 5].map((v) => v * unit), b: [1, 2, 3] },
        { a: [3, 3, 5].map((v) => v * unit), b: [1, 2, 3] },
      )
      // 4/4 of (8 + 8)/4 and (2 + 2)/1 standardised squares.
      expect(value).toBeCloseTo(25, 9)
    }
  })

  it('sums squares of complete pairs', () => {
    const [x, y] = [Float64Array.of(1, none, 3, 7), Float64Array.of(2, 2, none, 4)]
    expect(squaredErrors(x, y, 5)).toEqual({ error: 10, total: 20, used: 2 })
  })
})
