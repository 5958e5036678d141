import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { hellingerDistance, hellingerMetric } from './hellinger.js'
import { readClassShares } from './value-classes.js'
import { filesInMemory, readInMemory } from '@sdc/toolkit/internal'
import { one } from './hellinger.fixture.js'

const none = Number.NaN

describe('loss/hellinger', () => {
  it('equals the result of R for numbers', async () => {
    // packages/testing/reference/scripts/marginals.R
    const measured = await run(hellingerMetric, reference.x, reference.y)
    const expected = [0.391861177447175, 0.299619328813567, 0.41851509614696]
    ;[...(measured.columns?.values() ?? [])].forEach((distance, j) => expect(distance).toBeCloseTo(expected[j], 12))
    expect(measured.value).toBeCloseTo(expected.reduce((sum, each) => sum + each, 0) / 3, 12)
    expect(tableColumn(measured, 'distance', 'value')[1]).toBeCloseTo(expected[2], 12)
    expect(measured.used).toBe(120)
  })

  it('compares categories by their names, with missing as one of them', async () => {
    const x = categorical(['a', 'a', 'b', null], ['a', 'b'])
    const y = categorical(['b', 'c', 'c', null], ['c', 'b'])
    // p = ½ ¼ 0 ¼ for a, b, c, missing; q = 0 ¼ ½ ¼: 1 − (¼ + ¼) = ½.
    expect((await one(x, y)).value).toBeCloseTo(Math.sqrt(0.5), 12)
    expect((await one(x, categorical(['b', 'a', null, 'a']))).value).toBe(0)
    // Unused levels have no effect.
    expect((await one(categorical(['a', 'b'], ['z', 'b', 'a']), categorical(['b', 'a'], ['q', 'b', 'a']))).value).toBe(
      0,
    )
    expect((await one(categorical(['a', 'b']), categorical(['c', 'd']))).value).toBe(1)
    expect((await one(categorical(['a', 'a', 'b']), categorical([null, null, null]))).value).toBeCloseTo(1, 12)
  })

  it('distinguishes values beyond the range, tied values, and suppression', async () => {
    const x = Array.from({ length: 40 }, (_, i) => i)
    const shares = (y: number[], from = x): number[] => {
      const [original, masked] = [from, y].map((values) => dataset([['', numeric(values)]]))
      const [found] = readInMemory(readClassShares([''], { original, masked }, 4), filesInMemory(original, masked))
      return [...(found?.masked ?? [])].map((share) => share * y.length)
    }
    // Missing, below, (0, 9.75] and its point, …, above.
    expect(shares(x)).toEqual([0, 0, 0, 10, 0, 10, 0, 10, 0, 10, 0, 0])
    expect(shares(x.map((v) => v - 1))).toEqual([0, 1, 0, 10, 0, 10, 0, 10, 0, 9, 0, 0])
    expect(shares(x.map((v) => v + 1))).toEqual([0, 0, 0, 9, 0, 10, 0, 10, 0, 10, 0, 1])
    expect(shares([none, 0, 9, 9.75, 10, 39, 40])).toEqual([1, 0, 0, 3, 0, 1, 0, 0, 0, 1, 0, 1])
    // Half of them are 0: the smallest value, on which quantiles fall, is a class of its own.
    const half = x.map((v) => (v < 20 ? 0 : v))
    expect(shares(half, half)).toEqual([0, 0, 20, 0, 0, 10, 0, 10, 0, 0])
    expect(shares([0, 0.5, -1], half)).toEqual([0, 1, 1, 1, 0, 0, 0, 0, 0, 0])
    // A constant that moved by any amount.
    const five = numeric(x.map(() => 5))
    expect((await one(five, five)).value).toBe(0)
    expect((await one(five, numeric(x.map(() => 4.999)))).value).toBe(1)
    expect((await one(numeric(x), numeric(x.map((v) => (v % 2 ? none : v))))).value).toBeGreaterThan(0.5)
  })

  it('has classes of five records or more, at most 20 or the requested number', async () => {
    const x = normals(1000, 1, 1)
    const classes = async (n: number, params = {}): Promise<number> => {
      const some = new Map([...x].map(([name, values]) => [name, values.slice(0, n)]))
      return tableColumn(await run(hellingerMetric, some, some, { params }), 'columns', 'classes')[0]
    }
    expect(await classes(1000)).toBe(20)
    expect(await classes(49)).toBe(9)
    expect(await classes(6)).toBe(1)
    expect(await classes(1000, { bins: 7 })).toBe(7)
    await expect(run(hellingerMetric, x, x, { params: { bins: 0 } })).rejects.toThrow(/bins/)
  })

  it('is 0 for any permutation, near chance for another sample, and the same in any unit', async () => {
    const [x, y] = [normals(4000, 2, 1), normals(4000, 2, 2)]
    const turned = new Map([...x].map(([name, v], j) => [name, v.map((_, i) => v[(i * 7 + j) % 4000])]))
    expect((await run(hellingerMetric, x, turned)).value).toBe(0)
    const { value } = await run(hellingerMetric, x, y)
    // 8·H²·nm/(n + m) is about chi-square of 19 degrees: from 5.9 to 43.8 with 99.8 %, twice.
    expect(value).toBeGreaterThan(Math.sqrt((5.9 * 2) / 4000 / 8))
    expect(value).toBeLessThan(Math.sqrt((43.8 * 2) / 4000 / 8))
    const scaled = (file: typeof x) => new Map([...file].map(([name, v]) => [name, v.map((one) => 4 * one + 8)]))
    expect((await run(hellingerMetric, scaled(x), scaled(y))).value).toBeCloseTo(value ?? none, 12)
  })

  it('is null, with the reason, if nothing can be compared', async () => {
    const numbers = numeric([1, 2, 3])
    expect(await one(numbers, categorical(['a', 'b', 'c']))).toMatchObject({ value: null, used: 0 })
    expect(await one(numeric([none, none]), numeric([1, 2]))).toMatchObject({ value: null })
    expect(await one(categorical([null, null], ['a']), categorical(['a', 'a']))).toMatchObject({ value: null })
    expect((await one(numeric([1, 2]), numeric([]))).value).toBeNull()
    expect((await one(numeric([]), numeric([]))).reason).toMatch(/^no column has an original value/)
    expect((await one(numeric([7]), numeric([7]))).value).toBe(0)
    await expect(one(numbers, numeric([1, Infinity, 2]))).rejects.toThrow(/record 2 is Infinity/)
    expect((await one(numeric([-0, 0, 1]), numeric([0, -0, 1]))).value).toBe(0)
  })
})

describe('hellingerDistance', () => {
  it('is 0 for equal shares, 1 for disjoint ones, and symmetric', () => {
    const [p, q] = [Float64Array.of(0.5, 0.5, 0), Float64Array.of(0.2, 0.2, 0.6)]
    expect(hellingerDistance(p, p)).toBe(0)
    expect(hellingerDistance(Float64Array.of(1, 0), Float64Array.of(0, 1))).toBe(1)
    // √(1 − Σ√(pq)).
    expect(hellingerDistance(p, q)).toBeCloseTo(Math.sqrt(1 - 2 * Math.sqrt(0.1)), 12)
    expect(hellingerDistance(q, p)).toBe(hellingerDistance(p, q))
  })
})
