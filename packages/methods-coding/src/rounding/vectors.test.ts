import { numeric } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numbers, run } from '../testing.fixture.js'
import { nearestVectors } from './nearest-vectors.js'
import { roundingMethod } from './rounding.js'
import { vectorColumns } from './vector-table.js'

const of = (...columns: readonly (readonly number[])[]): Float64Array[] => columns.map((one) => Float64Array.from(one))

describe('nearestVectors', () => {
  it('divides by the standard deviations of the data', () => {
    // Without scaling the second column would decide; in standard deviations the first does.
    const data = of([0, 1, 0, 1], [0, 1000, 1000, 0])
    const vectors = of([0, 1], [400, 600])
    expect([...nearestVectors(data, vectors).index]).toEqual([0, 1, 0, 1])
  })

  it('takes the first of equally near vectors', () => {
    const data = of([1, 5, 9], [1, 5, 9])
    expect([...nearestVectors(data, of([2, 0, 2], [0, 2, 0])).index]).toEqual([0, 0, 0])
  })

  it('measures a record with missing values by its other columns, and leaves one without any', () => {
    const data = of([0, Number.NaN, 10, Number.NaN], [Number.NaN, 0, 10, Number.NaN])
    const vectors = of([9, 1], [0, 9])
    expect([...nearestVectors(data, vectors).index]).toEqual([1, 0, 1, -1])
  })

  it('excludes constant columns from the distance', () => {
    const data = of([7, 7, 7], [0, 4, 10])
    const { index, constant } = nearestVectors(data, of([100, 7], [0, 10]))
    expect([...index]).toEqual([0, 0, 1])
    expect(constant).toEqual([true, false])
    expect([...nearestVectors(of([7, 7]), of([3, 7])).index]).toEqual([0, 0])
  })

  it('equals a search of every vector', () => {
    const value = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -9, max: 9 }) }, fc.constant(Number.NaN))
    const record = fc.tuple(value, value, value)
    const vector = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: -9, max: 9 })))
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 2, maxLength: 25 }),
        fc.array(vector, { minLength: 1, maxLength: 9 }),
        (records, list) => {
          const data = of(...[0, 1, 2].map((j) => records.map((one) => one[j])))
          const sds = data.map((column) => standardDeviation(column.filter((one) => !Number.isNaN(one))))
          const { index } = nearestVectors(data, of(...[0, 1, 2].map((j) => list.map((one) => one[j]))))
          records.forEach((one, i) => {
            const present = [0, 1, 2].filter((j) => !Number.isNaN(one[j]))
            if (present.length === 0) return expect(index[i]).toBe(-1)
            const distance = (to: readonly number[]): number =>
              present.reduce((sum, j) => sum + (sds[j] > 0 ? ((one[j] - to[j]) / sds[j]) ** 2 : 0), 0)
            const least = Math.min(...list.map(distance))
            // Sums of three squares differ in their last bits.
            const nearest = list.findIndex((to) => distance(to) <= least * (1 + 1e-12))
            expect(distance(list[index[i]])).toBeLessThanOrEqual(least * (1 + 1e-12))
            if (list.filter((to) => distance(to) <= least * (1 + 1e-12)).length === 1) expect(index[i]).toBe(nearest)
          })
        },
      ),
    )
  })

  it('works with one huge value, and many records', () => {
    const huge = of([1, 2, 3, 1e300], [1, 2, 3, 4])
    expect([...nearestVectors(huge, of([1, 1e300], [2, 4])).index]).toEqual([0, 0, 0, 1])
    const n = 20_000
    const zeros = Float64Array.from({ length: n }, (_, i) => (i % 10 === 0 ? i : 0))
    const column = Float64Array.from({ length: n }, (_, i) => i % 97)
    const { index } = nearestVectors([zeros, column], of([0, 10_000, 20_000], [10, 50, 90]))
    expect(new Set(index)).toEqual(new Set([0, 1, 2]))
  })
})

describe('vectorColumns', () => {
  const rows = [
    ['b', 'a'],
    ['1', 2],
    [3.5, '4e1'],
  ]

  it('matches columns by name, texts as numbers', () => {
    expect(vectorColumns(rows, ['a', 'b'], {})).toEqual(of([2, 40], [1, 3.5]))
  })

  it.each([
    [[], /no vector below their header/],
    [[['a', 'b']], /no vector below/],
    [
      [
        ['a', 'a'],
        [1, 2],
      ],
      /the column "a" twice/,
    ],
    [
      [
        ['a', 'c'],
        [1, 2],
      ],
      /a column "c", which is not rounded here/,
    ],
    [[['a'], [1]], /no column "b", which is to be rounded/],
    [[['a', 'b'], [1, 2], [1]], /row 3 of vectors has 1 cells, the header has 2/],
    [
      [
        ['a', 'b'],
        [1, 2, 3],
      ],
      /row 2 of vectors has 3 cells, the header has 2/,
    ],
    [
      [
        ['a', 'b'],
        [1, 'x'],
      ],
      /row 2 of vectors has "x" for "b"/,
    ],
    [
      [
        ['a', 'b'],
        [1, ''],
      ],
      /row 2 of vectors has "" for "b"/,
    ],
    [
      [
        ['a', 'b'],
        [1, '1e999'],
      ],
      /row 2 of vectors has "1e999" for "b"/,
    ],
  ])('refuses %j', (table, message) => {
    expect(() => vectorColumns(table, ['a', 'b'], {})).toThrow(message)
  })
})

describe('coding/rounding to vectors', () => {
  const age = numeric([20, 31, 45, 66, Number.NaN, Number.NaN])
  const income = numeric([900, 2100, 4300, 1800, 4000, Number.NaN])
  const vectors = [
    ['income', 'age'],
    [1000, 25],
    [4000, 45],
    [2000, 70],
  ]

  it('replaces each record by one of them; missing values stay', async () => {
    const result = await run(roundingMethod, { age, income }, { vectors })
    expect(numbers(result, 'age')).toEqual([25, 25, 45, 70, Number.NaN, Number.NaN])
    expect(numbers(result, 'income')).toEqual([1000, 1000, 4000, 2000, 4000, Number.NaN])
    expect([...(result.report ?? [])]).toEqual([['vectors used', 3]])
    expect(result.warnings).toEqual([
      'column "age": 2 missing values stay missing',
      'column "income": 1 missing values stay missing',
    ])
    // A second rounding moves nothing, which is refused.
    const again = { age: numeric(numbers(result, 'age')), income: numeric(numbers(result, 'income')) }
    await expect(run(roundingMethod, again, { vectors })).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
  })

  it('cannot be combined with a base, points or random rounding', async () => {
    for (const [params, message] of [
      [{ vectors, base: 5 }, 'both base and vectors are given'],
      [{ vectors, points: [1, 2] }, 'both points and vectors are given'],
      [{ vectors, random: true }, 'both vectors and random are given'],
    ] as const)
      await expect(run(roundingMethod, { age, income }, params)).rejects.toMatchObject({
        code: 'BAD_PARAMETER',
        message,
      })
    expect((await run(roundingMethod, { age }, { base: 5, random: true })).files).toHaveLength(1)
  })

  it('reports a column that is not moved, and one that is in no distance', async () => {
    const one = numeric([7, 7, 7])
    const x = numeric([1, 2, 3])
    const table = [
      ['one', 'x'],
      [7, 0],
      [7, 4],
    ]
    await expect(run(roundingMethod, { one, x }, { vectors: table })).rejects.toMatchObject({
      code: 'NOTHING_MOVES',
      place: { column: 'one', parameter: 'vectors' },
    })
    const moved = await run(
      roundingMethod,
      { one, x },
      {
        vectors: [
          ['one', 'x'],
          [8, 0],
          [8, 4],
        ],
      },
    )
    expect(moved.warnings).toEqual(['column "one" has one value here: it counts in no distance'])
    expect(numbers(moved, 'x')).toEqual([0, 0, 4])
  })
})
