import fc from 'fast-check'
import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { file, run, tableColumn } from '../testing/run.fixture.js'
import { boundLaws } from './bound-laws.js'
import { boundedCandidates } from './bounded-candidates.js'
import { boundsMetric } from './bounds.js'

const f64 = (...values: readonly number[]): Float64Array => Float64Array.from(values)
const lawOf = async (x: number[], y: number[]): Promise<readonly unknown[]> => {
  const found = await run(boundsMetric, { a: x }, { a: y })
  const columns = found.tables?.get('columns')?.column('bounded by')
  const law = columns && columns.kind !== 'numeric' ? columns.levels[columns.codes[0]] : undefined
  return [law, tableColumn(found, 'columns', 'bound')[0], found.value]
}

describe('boundedCandidates', () => {
  it('is what comparing all pairs gives, missing values on either side', () => {
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
        const { count, last } = boundedCandidates(columns, from.length, () => {})
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
  it('hold every masked value, with the least bound', () => {
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

  it('have no ratio where a zero becomes more than half a step', () => {
    const [x, y] = [f64(0, 10, 20), f64(3, 11, 25)]
    expect(boundLaws(x, x, y, y).map(({ law }) => law)).toEqual(['difference', 'ranks'])
  })
})

describe('risk/bounds', () => {
  it('finds the law of a column by hand', async () => {
    expect(await lawOf([1, 2, 3, 4, 40, 50], [1, 2, 3, 4, 4, 4])).toEqual(['coded tails', 2, 50])
    expect(await lawOf([10, 20, 31, 1000], [11, 19, 30, 1001])).toEqual(['difference', 1, 100])
    // Ratios of 1.2 at most; the differences of the greatest would hold all of the others.
    expect((await lawOf([10, 100, 1000, 10_000], [12, 90, 1100, 9000]))[0]).toBe('ratio')
  })

  it('names nobody by values that are independent, and everybody by a bound that is small', async () => {
    const rng = seededRng(4)
    const draw = (): number[] => Array.from({ length: 300 }, () => Math.round(1000 * rng.normal()))
    const x = { a: draw(), b: draw(), c: draw() }
    const free = await run(boundsMetric, x, { a: draw(), b: draw(), c: draw() })
    expect(free.value).toBeLessThan(5)
    const near = (column: number[]): number[] => column.map((value) => value + Math.round(20 * rng.uniform() - 10))
    const close = await run(boundsMetric, x, { a: near(x.a), b: near(x.b), c: near(x.c) })
    expect(close.value).toBeGreaterThan(95)
  })

  it('counts none of equal masked records, and says what there is to say of few', async () => {
    expect((await run(boundsMetric, { a: [1, 1, 2] }, { a: [1, 1, 2] })).value).toBeCloseTo(100 / 3, 9)
    expect((await run(boundsMetric, { a: [7, 7, 7] }, { a: [7, 7, 7] })).value).toBeNull()
    expect((await run(boundsMetric, { a: [7] }, { a: [8] })).value).toBeNull()
    expect(file({ a: [] }).rows).toBe(0)
    expect((await run(boundsMetric, { a: [1, 5, Number.NaN] }, { a: [1, Number.NaN, 3] })).used).toBe(3)
  })
})
