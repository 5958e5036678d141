import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { equalRecords, type DistanceMetric } from '@sdc/stats'
import { nearestLinks, oneRight } from './link.js'
import { partialLinks } from './partial-linkage.js'

const value = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Number.NaN))
const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 20 })
const columnsOf = (of: readonly (readonly number[])[]): Float64Array[] =>
  [0, 1, 2].map((j) => Float64Array.from(of, (row) => row[j]))

const apart = Float64Array.of(2, 9, 4)

function distance(a: readonly number[], b: readonly number[], metric: DistanceMetric): number {
  const known = a.map((one, j) => Math.abs(one - b[j]))
  if (known.every(Number.isNaN)) return Infinity
  const gaps = known.map((gap, j) => (Number.isNaN(gap) ? Math.sqrt(apart[j]) : gap))
  if (metric === 'chebyshev') return Math.max(...gaps)
  const sum = gaps.reduce((total, gap) => total + (metric === 'euclidean' ? gap * gap : gap), 0)
  return metric === 'euclidean' ? Math.sqrt(sum) : sum
}

describe('partialLinks', () => {
  it('equals comparing all pairs, by the keys that both have', () => {
    fc.assert(
      fc.property(
        rows,
        rows,
        fc.constantFrom<DistanceMetric>('euclidean', 'cityblock', 'chebyshev'),
        (a, b, metric) => {
          const truth = Int32Array.from(a, (_, r) => r % b.length)
          const links = partialLinks(columnsOf(a), { keys: columnsOf(b), metric, apart }, oneRight(truth), () => {})
          a.forEach((row, r) => {
            const all = b.map((other) => distance(row, other, metric))
            const least = Math.min(...all)
            const nearest = [...b.keys()].filter((t) => least < Infinity && all[t] <= least * (1 + 1e-12))
            expect(links.tied[r]).toBe(Math.max(1, nearest.length))
            expect(links.right[r]).toBe(nearest.includes(truth[r]) ? 1 : 0)
            expect(links.first[r]).toBe(nearest[0] === truth[r] ? 1 : 0)
          })
        },
      ),
    )
  })

  it('equals the linkage of complete records if nothing is missing', () => {
    const rng = seededRng(3)
    const draw = (): Float64Array[] => [0, 1, 2].map(() => Float64Array.from({ length: 200 }, () => rng.int(30) / 7))
    const [from, to] = [draw(), draw()]
    const right = oneRight(Int32Array.from({ length: 200 }, (_, r) => (r * 7) % 200))
    for (const metric of ['euclidean', 'cityblock', 'chebyshev'] as const)
      expect(partialLinks(from, { keys: to, metric, apart }, right, () => {})).toEqual(
        nearestLinks(from, to, equalRecords(to), right, () => {}, { metric }),
      )
  })
})
