import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../../metrics/src/testing/run.fixture.js'
import { levelMetric, rankChangeLabels } from './level.js'
import { rankChanges, rankChangeTable } from './rank-changes.js'

const tied = fc.integer({ min: 1, max: 40 }).chain((n) => {
  const column = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: n, maxLength: n })
  return fc.tuple(column, column, fc.nat())
})

// Adding 0 turns −0 into 0, which it equals.
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((v) => v + 0)

describe('rankChanges', () => {
  it('is 0 if nothing changed, with and without ties', () => {
    fc.assert(
      fc.property(tied, ([x, , seed]) => {
        const column = Float64Array.from(x)
        expect(rankChanges(column, column, seededRng(seed)).every((change) => change === 0)).toBe(true)
      }),
    )
  })

  it('is the difference of the ranks without ties', () => {
    fc.assert(
      fc.property(fc.uniqueArray(finite, { minLength: 1 }), fc.nat(), (values, seed) => {
        const x = Float64Array.from(values)
        const y = seededRng(seed).shuffle(x.slice())
        const rank = (column: Float64Array, i: number): number => column.filter((value) => value < column[i]).length
        const expected = Array.from(x, (_, i) => Math.abs(rank(x, i) - rank(y, i)))
        expect([...rankChanges(x, y, seededRng(seed))]).toEqual(expected)
      }),
    )
  })

  it('breaks ties of the original with the smallest sum of changes', () => {
    // y has no ties: all ways to rank three equal x among themselves, by hand.
    const x = Float64Array.of(1, 5, 5, 5, 9)
    const y = Float64Array.of(50, 40, 10, 30, 20)
    const rankOfY = [5, 4, 1, 3, 2]
    const orders = [
      [2, 3, 4],
      [2, 4, 3],
      [3, 2, 4],
      [3, 4, 2],
      [4, 2, 3],
      [4, 3, 2],
    ]
    const sums = orders.map((order) => [1, ...order, 5].reduce((sum, rank, i) => sum + Math.abs(rank - rankOfY[i]), 0))
    expect(rankChanges(x, y, seededRng(1)).reduce((a, b) => a + b, 0)).toBe(Math.min(...sums))
  })

  it('leaves missing pairs missing and ranks the others among themselves', () => {
    const x = Float64Array.of(1, Number.NaN, 3, 2)
    const changes = rankChanges(x, Float64Array.of(9, 1, Number.NaN, 4), seededRng(1))
    expect([...changes]).toEqual([1, Number.NaN, Number.NaN, 1])
  })
})

describe('rankChangeTable', () => {
  it('counts by upper ends, and the changes beyond', () => {
    const deltas = Float64Array.of(0, 1, 6, 10, 11, 21, 300, Number.NaN)
    expect([...rankChangeTable(deltas)]).toEqual([1, 1, 0, 0, 0, 0, 2, 1, 0, 2])
    expect([...rankChangeTable(Float64Array.of(0, 3, 4), [1, 3])]).toEqual([1, 1, 1])
    expect(rankChangeLabels([1, 3])).toEqual(['0–1', '2–3', '4+'])
  })
})

describe('permutation/level', () => {
  it('is a third of the maximum for a random permutation', async () => {
    const n = 2000
    const x = normals(n, 4, 1)
    const measured = await run(levelMetric, x, normals(n, 4, 2))
    // Closed form (n² − 1)/(3n); the sum of |i − π(i)| has variance (n + 1)(2n² + 7)/45 (Diaconis & Graham 1977).
    const sd = Math.sqrt(((n + 1) * (2 * n * n + 7)) / 45) / n
    for (const mean of tableColumn(measured, 'summary', 'mean')) {
      // 5.33 standard deviations: false alarm 1e-7.
      expect(Math.abs(mean - (n * n - 1) / (3 * n))).toBeLessThan(5.33 * sd)
    }
    expect(tableColumn(measured, 'summary', 'mean at random')[0]).toBeCloseTo((n * n - 1) / (3 * n), 9)
  })

  it('is the same for a masked file and its reverse mapping, and at most 100', async () => {
    const x = { a: [10, 20, 30, 40] }
    const y = await run(levelMetric, x, { a: [7.5, 3, -2, 1] })
    const z = await run(levelMetric, x, { a: [40, 30, 10, 20] })
    expect(y.value).toBe(z.value)
    expect(y.value).toBeCloseTo((100 * (3 + 1 + 2 + 2)) / 3 / 4, 12)
    expect([...(y.records ?? [])]).toEqual([...(z.records ?? [])])
    expect(y.records?.[0]).toBe(100)
  })

  it('follows the origin and gives each record its largest change', async () => {
    const original = { a: [1, 2, 3, 4], b: [1, 2, 3, 4] }
    const masked = { a: [30, 20, 10, 99], b: [3, 1, 2, 0] }
    const measured = await run(levelMetric, original, masked, { origin: [3, 1, 0, -1] })
    expect(measured.used).toBe(6)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 0],
      ['b', expect.closeTo(100 / 3, 9)],
    ])
    expect([...(measured.records ?? [])]).toEqual([0, 50, 50, Number.NaN])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 0, 0])
  })

  it('draws the ties of a column independently of other columns', async () => {
    const constant = { a: [1, 1, 1, 1, 1, 1], b: [2, 2, 2, 2, 2, 2] }
    const x = { a: [1, 2, 3, 4, 5, 6], b: [1, 2, 3, 4, 5, 6] }
    const both = await run(levelMetric, x, constant)
    const one = await run(levelMetric, x, constant, { columns: ['b'] })
    expect(one.columns?.get('b')).toBe(both.columns?.get('b'))
  })

  it('is null, with the reason, without a link or a column that varies', async () => {
    expect((await run(levelMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/origin/)
    const { value, columns } = await run(levelMetric, { a: [1, 1, 1] }, { a: [1, 2, 3] })
    expect(value).toBeNull()
    expect(columns?.get('a')).toBeNull()
  })

  it('has the changes of each column in its tables, by hand', async () => {
    const x = { a: [1, 2, 3, 4, 5], b: [1, 2, Number.NaN, 4, 5], c: [7, Number.NaN, Number.NaN, Number.NaN, 8] }
    const y = { a: [5, 4, 3, 2, 1], b: [1, 3, 3, 2, Number.NaN], c: [1, 2, 3, 4, Number.NaN] }
    const measured = await run(levelMetric, x, y)
    // Changes of a: 4, 2, 0, 2, 4; of b: 0, 1 and 1. c has one pair.
    expect(measured.tables?.get('rank-change')?.names).toEqual(['column', ...rankChangeLabels()])
    expect(rankChangeLabels()).toEqual(['0', '1', '2', '3', '4', '5', '6–10', '11–15', '16–20', '21+'])
    const bins = rankChangeLabels().map((label) => tableColumn(measured, 'rank-change', label))
    expect(bins.map(([a]) => a)).toEqual([1, 0, 2, 0, 2, 0, 0, 0, 0, 0])
    expect(bins.map(([, b]) => b)).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    const summary = (name: string): number[] => tableColumn(measured, 'summary', name)
    expect(summary('records')).toEqual([5, 3])
    expect(summary('mean')).toEqual([12 / 5, 2 / 3])
    expect(summary('mean at random')).toEqual([24 / 15, 8 / 9])
    expect(summary('max')).toEqual([4, 1])
    const quantiles = ['5 %', '25 %', '50 %', '75 %', '95 %'].map((name) => summary(name)[0])
    quantiles.forEach((found, k) => expect(found).toBeCloseTo([0.4, 2, 2, 4, 4][k], 12))
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 6, 1])
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 60],
      ['b', expect.closeTo(100 / 3, 12)],
      ['c', null],
    ])
    expect(measured.value).toBeCloseTo((300 + 100) / 8, 12)
    expect([...(measured.records ?? [])]).toEqual([100, 50, 0, 50, 100])
    expect(levelMetric.range).toEqual([0, 100])
  })

  it('has the greatest change, and the greatest of several columns for a record', async () => {
    const x = { a: [1, 2, 3, 4], b: [1, 2, 3, 4] }
    const measured = await run(levelMetric, x, { a: [2, 4, 1, 3], b: [1, 3, 2, 4] })
    // Changes of a: 1, 2, 2, 1; of b: 0, 1, 1, 0.
    const { records } = await run(levelMetric, x, { a: [4, 1, 2, 3], b: [1, 3, 2, 4] })
    expect([...(measured.records ?? [])].map(Math.round)).toEqual([33, 67, 67, 33])
    expect([...(records ?? [])].map(Math.round)).toEqual([100, 33, 33, 33])
    const longest = await run(levelMetric, { a: [1, 2, 3, 4] }, { a: [4, 1, 2, 3] })
    expect(tableColumn(longest, 'summary', 'max')).toEqual([3])
  })

  it('has a value for two pairs, and none without a column', async () => {
    const two = await run(levelMetric, { a: [1, 2] }, { a: [2, 1] })
    expect(two).toMatchObject({ value: 100, used: 2 })
    const none = await run(levelMetric, { a: [1, 2, Number.NaN] }, { a: [2, Number.NaN, 1] })
    expect(none).toMatchObject({ value: null, used: 0 })
  })
})
