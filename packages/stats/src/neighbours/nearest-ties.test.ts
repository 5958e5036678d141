import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DistanceMetric } from './kd-metric.js'
import { nearestTies } from './nearest-ties.js'

const metrics: readonly DistanceMetric[] = ['euclidean', 'chebyshev', 'cityblock']
const grid = (rows: number, d: number, most: number): fc.Arbitrary<Float64Array[]> =>
  fc.array(
    fc
      .array(fc.integer({ min: -most, max: most }), { minLength: rows, maxLength: rows })
      .map((list) => Float64Array.from(list)),
    { minLength: d, maxLength: d },
  )
/** Two files on a coarse grid: ties between equal records, and between different ones, are everywhere. */
const files = fc
  .record({
    n: fc.integer({ min: 0, max: 60 }),
    m: fc.integer({ min: 1, max: 150 }),
    d: fc.integer({ min: 1, max: 9 }),
    most: fc.constantFrom(0, 1, 3, 40),
  })
  .chain(({ n, m, d, most }) => fc.tuple(grid(n, d, most), grid(m, d, most)))

describe('nearestTies', () => {
  it.each(metrics)('equals the comparison of all pairs, ties included: %s', (metric) => {
    fc.assert(
      fc.property(files, ([from, to]) => {
        const { distance, index, ties } = nearestTies(from, to, metric)
        for (let i = 0; i < from[0].length; i++) {
          const all = Array.from(to[0], (_, j) => {
            const gaps = from.map((column, k) => Math.abs(column[i] - to[k][j]))
            if (metric === 'chebyshev') return Math.max(...gaps)
            return gaps.reduce((sum, gap) => sum + (metric === 'cityblock' ? gap : gap * gap), 0)
          })
          const least = Math.min(...all)
          expect(distance[i]).toBe(metric === 'euclidean' ? Math.sqrt(least) : least)
          expect(index[i]).toBe(all.indexOf(least))
          expect(ties[i]).toBe(all.filter((one) => one === least).length)
        }
      }),
    )
  })

  it.each(metrics)('counts quickly the records in one place, or at one distance in one column: %s', (metric) => {
    // Comparing all pairs, or visiting each tie, would take 4e9 steps.
    const n = 60_000
    const constant = new Float64Array(n)
    const many = nearestTies([constant.map((_, i) => i % 7)], [constant], metric)
    expect([many.distance[6], many.index[6], many.ties[6]]).toEqual([6, 0, n])
    const spread = constant.map((_, i) => i)
    const one = nearestTies([constant, spread], [constant, spread], metric)
    expect(one.ties.every((count) => count === 1)).toBe(true)
  })

  it('refuses invalid columns', () => {
    expect(() => nearestTies([], [], 'chebyshev')).toThrow(RangeError)
    expect(() => nearestTies([Float64Array.of(1)], [new Float64Array(0)], 'chebyshev')).toThrow(/no record/)
    expect(() => nearestTies([Float64Array.of(1)], [], 'chebyshev')).toThrow(/1 and 0 columns/)
    expect(() => nearestTies([Float64Array.of(Number.NaN)], [Float64Array.of(1)], 'chebyshev')).toThrow(RangeError)
  })
})
