import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { kolmogorovDistance } from './distance-walk.js'
import { marginalDistanceMetric } from './marginal-distance.js'

/** Returns the largest difference of the shares up to any value. */
function greatestGap(a: readonly number[], b: readonly number[]): number {
  const share = (of: readonly number[], upTo: number): number => of.filter((value) => value <= upTo).length / of.length
  return Math.max(...[...a, ...b].map((value) => Math.abs(share(a, value) - share(b, value))))
}

describe('loss/marginal-distance', () => {
  it('equals the result of R', async () => {
    // R: sapply(1:3, function(j) ks.test(x[, j], y[, j])$statistic)
    const measured = await run(marginalDistanceMetric, reference.x, reference.y)
    const expected = [15, 12.5, 15]
    expect([...(measured.columns?.values() ?? [])].map((distance) => (distance ?? 0).toFixed(10))).toEqual(
      expected.map((distance) => distance.toFixed(10)),
    )
    expect(measured.value).toBeCloseTo(85 / 6, 10)
    expect(tableColumn(measured, 'distance', 'value')[1]).toBeCloseTo(15, 10)
    expect(measured.used).toBe(120)
    // R: diag(var(y)) / diag(var(x))
    const ratios = tableColumn(measured, 'columns', 'variance ratio')
    const byR = [1.35513921415561, 1.51993131362689, 1.72468179995991]
    byR.forEach((ratio, j) => expect(ratios[j]).toBeCloseTo(ratio, 12))
    expect(tableColumn(measured, 'columns', 'distance percent').map((percent) => percent.toFixed(10))).toEqual(
      expected.map((distance) => distance.toFixed(10)),
    )
  })

  it('is 0 for any permutation of the columns, regardless of the origin', async () => {
    const x = normals(60, 2, 1)
    const y = new Map([...x].map(([name, v], j) => [name, v.map((_, i) => v[(i * 7 + j) % 60])]))
    expect((await run(marginalDistanceMetric, x, y, { origin: new Int32Array(60).fill(-1) })).value).toBe(0)
  })

  it('leaves out missing values, and columns without others', async () => {
    const original = { a: [1, 2, Number.NaN, 4], b: [1, 2, 3, 4] }
    const masked = { a: [4, Number.NaN, 2, 1], b: [Number.NaN, Number.NaN, Number.NaN, Number.NaN] }
    const measured = await run(marginalDistanceMetric, original, masked)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 0],
      ['b', null],
    ])
    expect(measured.used).toBe(3)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1])
    const { value, reason } = await run(marginalDistanceMetric, original, masked, { columns: ['b'] })
    expect(value).toBeNull()
    expect(reason).toMatch(/no column/)
  })
})

describe('loss/marginal-distance of few values', () => {
  const none = Number.NaN

  it('accepts one value in each file', async () => {
    const measured = await run(marginalDistanceMetric, { a: [1, none], b: [none, 2] }, { a: [none, 3], b: [2, none] })
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 100],
      ['b', 0],
    ])
    expect(measured).toMatchObject({ value: 50, used: 2 })
    expect(tableColumn(measured, 'distance', 'value')).toEqual([50, 100])
  })

  it('has no value if either file has no value, and counts nothing', async () => {
    for (const [x, y] of [
      [none, 1],
      [1, none],
      [none, none],
    ]) {
      const measured = await run(marginalDistanceMetric, { a: [x, x], b: [1, 2] }, { a: [y, y], b: [1, 2] })
      expect([...(measured.columns ?? [])]).toEqual([
        ['a', null],
        ['b', 0],
      ])
      expect(measured.used).toBe(2)
      const alone = await run(marginalDistanceMetric, { a: [x, x] }, { a: [y, y] })
      expect(alone).toMatchObject({ value: null, used: 0 })
      expect(tableColumn(alone, 'left-out', 'count')).toEqual([1])
    }
  })
})

describe('loss/marginal-distance', () => {
  it('equals that of the sorted values', async () => {
    const few = fc.constantFrom(-Infinity, Infinity, -0, 0, 1, 1 + 2 ** -52, -1, 5e-324, 1e300)
    const values = fc.array(fc.oneof(few, fc.double({ noNaN: true })), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(values, values, async (a, b) => {
        expect((await run(marginalDistanceMetric, { v: a }, { v: b })).value).toBe(100 * greatestGap(a, b))
      }),
    )
  })
})

describe('kolmogorovDistance', () => {
  it('is the largest difference of the distribution functions at any value', () => {
    const values = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(kolmogorovDistance(Float64Array.from(a).sort(), Float64Array.from(b).sort())).toBe(greatestGap(a, b))
      }),
    )
  })
})
