import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chebyshevCounts } from './chebyshev-counts.js'
import { nearestDistances, nearestTies } from './nearest-ties.js'

describe('chebyshevCounts', () => {
  it('equals a count over every row', () => {
    const files = fc.record({
      seed: fc.nat(),
      m: fc.integer({ min: 1, max: 2000 }),
      d: fc.integer({ min: 1, max: 8 }),
      grid: fc.constantFrom(0, 1, 3, 50),
    })
    fc.assert(
      fc.property(files, ({ seed, m, d, grid }) => {
        const rng = seededRng(seed)
        const value = (): number => (grid > 0 ? rng.int(grid) / 10 : rng.normal())
        const columns = Array.from({ length: d }, () => new Float64Array(m).map(value))
        const counts = chebyshevCounts(columns)
        for (let q = 0; q < 10; q++) {
          const point = new Float64Array(d).map(value)
          const radius = rng.int(3) === 0 ? 0 : Math.abs(value())
          const rows = Array.from(columns[0].keys()).filter((i) =>
            columns.every((column, j) => Math.abs(column[i] - point[j]) <= radius),
          )
          expect(counts(point, radius)).toEqual({ count: rows.length, lowest: rows[0] ?? -1 })
        }
      }),
    )
  })
})

describe('nearestTies with one constant column in `to`', () => {
  it('equals the comparison of all pairs, and nearestDistances has its distances', () => {
    const rng = seededRng(3)
    const [n, m, d] = [150, 3000, 4]
    const column = (rows: number): Float64Array => new Float64Array(rows).map(() => rng.int(500))
    const from = Array.from({ length: d }, () => column(n))
    const to = [new Float64Array(m).fill(250), ...Array.from({ length: d - 1 }, () => column(m))]
    const { distance, index, ties } = nearestTies(from, to, 'chebyshev')
    expect(nearestDistances(from, to, 'chebyshev')).toEqual(distance)
    let many = 0
    for (let i = 0; i < n; i++) {
      const all = Array.from(to[0], (_, j) => Math.max(...from.map((own, k) => Math.abs(own[i] - to[k][j]))))
      const least = Math.min(...all)
      const count = all.filter((one) => one === least).length
      expect([distance[i], index[i], ties[i]]).toEqual([least, all.indexOf(least), count])
      if (count > 300) many++
    }
    expect(many).toBeGreaterThan(20)
  })
})
