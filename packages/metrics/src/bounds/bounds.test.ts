import fc from 'fast-check'
import { categorical, dataset, measureInput, noRoles, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { file, run, tableColumn } from '../testing/run.fixture.js'
import { boundLaws } from './bound-laws.js'
import { boundedCandidates } from './limited-candidates.js'
import { boundsMetric } from './bounds.js'
import { measureByPlan } from '@sdc/toolkit'

const f64 = (...values: readonly number[]): Float64Array => Float64Array.from(values)
const lawOf = async (x: number[], y: number[]): Promise<readonly unknown[]> => {
  const found = await run(boundsMetric, { a: x }, { a: y })
  const columns = found.tables?.get('columns')?.column('bounded by')
  const law = columns && columns.kind !== 'numeric' ? columns.levels[columns.codes[0]] : undefined
  return [law, tableColumn(found, 'columns', 'bound')[0], found.value]
}

describe('boundedCandidates', () => {
  it('gives the same as comparing all pairs, with missing values on either side', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(Number.NaN))
    const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(rows, rows, fc.nat(3), (from, to, wide) => {
        const columns = [0, 1].map((j) => ({
          released: Float64Array.from(to, (row) => row[j]),
          intervals: {
            least: Float64Array.from(from, (row) => (Number.isNaN(row[j]) ? Infinity : row[j] - wide)),
            most: Float64Array.from(from, (row) => (Number.isNaN(row[j]) ? -Infinity : row[j] + wide)),
          },
        }))
        const { count, last } = boundedCandidates({ columns }, from.length, () => {})
        from.forEach((x, r) => {
          const fits = [...to.keys()].filter((t) => x.every((one, j) => !(Math.abs(one - to[t][j]) > wide)))
          expect(count[r]).toBe(fits.length)
          if (fits.length === 0) expect(last[r]).toBe(-1)
          else expect(fits).toContain(last[r])
        })
      }),
    )
  })
})

describe('boundLaws', () => {
  it('hold for every masked value, with the smallest limit', () => {
    const numbers = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
      minLength: 2,
    })
    fc.assert(
      fc.property(numbers, (pairs) => {
        const x = Float64Array.from(pairs, ([one]) => one)
        const y = Float64Array.from(pairs, ([, one]) => one)
        for (const { law, bound, intervals } of boundLaws(x, x, y, y.slice().sort())) {
          pairs.forEach((_, i) => {
            expect([law, intervals.least[i] <= y[i] && y[i] <= intervals.most[i]]).toEqual([law, true])
          })
          if (law === 'difference') expect(bound).toBe(Math.max(...pairs.map(([a, b]) => Math.abs(a - b))))
        }
      }),
    )
  })

  it('have no ratio if a zero becomes more than half a step', () => {
    const [x, y] = [f64(0, 10, 20), f64(3, 11, 25)]
    expect(boundLaws(x, x, y, y).map(({ law }) => law)).toEqual(['difference', 'ranks'])
  })
})

describe('risk/bounds', () => {
  it('finds the law of a column by hand', async () => {
    expect(await lawOf([1, 2, 3, 4, 40, 50], [1, 2, 3, 4, 4, 4])).toEqual(['coded tails', 2, 50])
    expect(await lawOf([10, 20, 31, 1000], [11, 19, 30, 1001])).toEqual(['difference', 1, 100])
    // Ratios are at most 1.2; the largest difference would cover all other values.
    expect((await lawOf([10, 100, 1000, 10_000], [12, 90, 1100, 9000]))[0]).toBe('ratio')
  })

  it('identifies nobody from independent values, and everybody from a small limit', async () => {
    const rng = seededRng(4)
    const draw = (): number[] => Array.from({ length: 300 }, () => Math.round(1000 * rng.normal()))
    const x = { a: draw(), b: draw(), c: draw() }
    const free = await run(boundsMetric, x, { a: draw(), b: draw(), c: draw() })
    expect(free.value).toBeLessThan(5)
    const near = (column: number[]): number[] => column.map((value) => value + Math.round(20 * rng.uniform() - 10))
    const close = await run(boundsMetric, x, { a: near(x.a), b: near(x.b), c: near(x.c) })
    expect(close.value).toBeGreaterThan(95)
  })

  it('does not count equal masked records, and warns of few records', async () => {
    expect((await run(boundsMetric, { a: [1, 1, 2] }, { a: [1, 1, 2] })).value).toBeCloseTo(100 / 3, 9)
    expect((await run(boundsMetric, { a: [7, 7, 7] }, { a: [7, 7, 7] })).value).toBeNull()
    expect((await run(boundsMetric, { a: [7] }, { a: [8] })).value).toBeNull()
    expect(file({ a: [] }).rows).toBe(0)
    expect((await run(boundsMetric, { a: [1, 5, Number.NaN] }, { a: [1, Number.NaN, 3] })).used).toBe(3)
  })

  it('is not hidden by a few gross errors', async () => {
    const rng = seededRng(6)
    const draw = (): number[] => Array.from({ length: 400 }, () => Math.round(1000 * rng.normal()))
    const x = { a: draw(), b: draw(), c: draw() }
    for (const [gross, least] of [
      [1, 95],
      [12, 80],
    ] as const) {
      const near = (column: number[]): number[] =>
        column.map((value, i) => (i < gross ? -9000 - value : value + Math.round(20 * rng.uniform() - 10)))
      const found = await run(boundsMetric, x, { a: near(x.a), b: near(x.b), c: near(x.c) })
      expect(tableColumn(found, 'intruders', 'identified, percent')[0]).toBeLessThan(20)
      expect(found.value).toBe(Math.max(...tableColumn(found, 'intruders', 'identified, percent')))
      expect(found.value).toBeGreaterThan(least)
      expect(tableColumn(found, 'intruders', 'identified wrongly, percent').every((one) => one <= 5)).toBe(true)
    }
  })

  it("treats classes of recoded columns as intervals, which may contain others' values", async () => {
    const age = [21, 22, 23, 34, 35, 36, 47, 48]
    const pay = [10, 11, 12, 10, 11, 12, 10, 11]
    const original = dataset([
      ['age', numeric(age)],
      ['pay', numeric(pay)],
    ])
    const masked = (labels: readonly string[]): Dataset =>
      dataset([
        ['age', categorical(labels)],
        ['pay', numeric(pay)],
      ])
    const named = async (labels: readonly string[], by: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
      (
        await measureByPlan(boundsMetric, {
          ...measureInput(original, masked(labels), {
            origin: Int32Array.from(age.keys()),
            columns: ['pay'],
            params: {},
            rng: seededRng(1),
          }),
          ...by,
        })
      ).value
    const decades = age.map((one) => `${10 * Math.floor(one / 10)}-${10 * Math.floor(one / 10) + 9}`)
    // Pay alone identifies nobody; both columns identify everybody.
    expect(await named(age.map(() => '*'))).toBe(0)
    expect(await named(decades)).toBe(100)
    const levels: [string, string][] = age.map((one, i) => [String(one), decades[i] === '20-29' ? 'young' : 'other'])
    const roles = { ...noRoles, hierarchies: new Map([['age', levels]]) }
    expect(await named(levels.map(([, one]) => one), { roles })).toBe((100 * 4) / 8) // oxfmt-ignore
    // Classes without their true values exclude nothing.
    expect(await named(decades.map((_, i) => decades[(i + 3) % 8]))).toBe(0)
  })
})
