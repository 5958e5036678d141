import { standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { wassersteinMetric } from './wasserstein.js'

const none = Number.NaN

describe('loss/wasserstein', () => {
  it('equals the result of R, for equal and for fewer records', async () => {
    // packages/testing/reference/scripts/marginals.R
    const whole = await run(wassersteinMetric, reference.x, reference.y)
    const expected = [0.270685947406475, 0.233606371296704, 0.283087428514235]
    ;[...(whole.columns?.values() ?? [])].forEach((distance, j) => expect(distance).toBeCloseTo(expected[j], 12))
    expect(whole.value).toBeCloseTo(expected.reduce((sum, one) => sum + one, 0) / 3, 12)
    expect(tableColumn(whole, 'distance', 'value')[1]).toBeCloseTo(expected[2], 12)
    expect(whole.used).toBe(120)
    const some = new Map([...reference.y].map(([name, values]) => [name, values.slice(0, 25)]))
    const fewer = await run(wassersteinMetric, reference.x, some, { origin: new Int32Array(25).fill(-1) })
    const less = [0.255014655714522, 0.305582388398931, 0.29636807330873]
    ;[...(fewer.columns?.values() ?? [])].forEach((distance, j) => expect(distance).toBeCloseTo(less[j], 12))
    expect(fewer.used).toBe(75)
  })

  it('is the shift of all values in deviations, and 0 for any permutation', async () => {
    const x = normals(50, 2, 1)
    const turned = new Map([...x].map(([name, v], j) => [name, v.map((_, i) => v[(i * 7 + j) % 50])]))
    expect((await run(wassersteinMetric, x, turned)).value).toBe(0)
    const a = [0, 2, 4]
    expect((await run(wassersteinMetric, { a }, { a: a.map((v) => v + 3) })).value).toBeCloseTo(1.5, 12)
    expect((await run(wassersteinMetric, { a }, { a: [2, 2, 2] })).value).toBeCloseTo(4 / 3 / 2, 12)
    // An outlier counts by the distance that it moved.
    expect((await run(wassersteinMetric, { a }, { a: [0, 2, 6000004] })).value).toBeCloseTo(1e6, 3)
  })

  it('leaves out missing values, constants and columns without values', async () => {
    const original = { a: [0, 2, none, 4], b: [3, 3, 3, 3], c: [1, none, none, none], d: [1, 2, 3, 4] }
    const masked = { a: [4, none, 2, 0], b: [1, 2, 3, 4], c: [1, 2, 3, 4], d: [none, none, none, none] }
    const measured = await run(wassersteinMetric, original, masked)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 0],
      ['b', null],
      ['c', null],
      ['d', null],
    ])
    expect(measured).toMatchObject({ value: 0, used: 3 })
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 2])
    for (const column of [[5], [], [2, 2], [none, none]])
      expect(await run(wassersteinMetric, { a: column }, { a: column })).toMatchObject({ value: null, used: 0 })
    await expect(run(wassersteinMetric, { a: [1, 2] }, { a: [1, -Infinity] })).rejects.toThrow(/record 2 is -Infinity/)
    expect((await run(wassersteinMetric, { a: [-0, 1] }, { a: [0, 1] })).value).toBe(0)
  })
})

describe('wassersteinDistance', () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 12 })

  it('is the cheapest way to move one distribution onto the other, in standard deviations', async () => {
    await fc.assert(
      fc.asyncProperty(values, values, async (a, b) => {
        fc.pre(new Set(a).size > 1)
        // Each value of one file is repeated by the number of values of the other: sorted, the i-th moves to the i-th.
        const many = (of: number[], times: number): number[] =>
          of.flatMap((value) => Array.from({ length: times }, () => value)).sort((v, w) => v - w)
        const [left, right] = [many(a, b.length), many(b, a.length)]
        const expected = left.reduce((sum, value, i) => sum + Math.abs(value - right[i]), 0) / left.length
        const { value } = await run(wassersteinMetric, { a }, { a: b })
        expect(value).toBeCloseTo(expected / standardDeviation(Float64Array.from(a)), 10)
      }),
    )
  })
})
