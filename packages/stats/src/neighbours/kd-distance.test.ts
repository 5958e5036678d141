import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { LANES } from './kd-build.js'
import { blockDistances, pairBounds } from './kd-distance.js'
import { asDistance, blockGaps, boxGreatest, pairLeast, withGap, type DistanceMetric } from './kd-metric.js'

const rng = seededRng('blocks and boxes')
const dimensions = [1, 2, 3, 4, 5, 7, 8, 9, 12, 13]
const metrics: readonly DistanceMetric[] = ['euclidean', 'chebyshev', 'cityblock']
const drawn = (length: number): Float64Array => new Float64Array(length).map(() => rng.normal())

/** By definition; for `euclidean` squared, summed in the order of the coordinates. */
function joined(metric: DistanceMetric, gaps: readonly number[]): number {
  if (metric === 'chebyshev') return Math.max(...gaps)
  return gaps.reduce((sum, gap) => sum + (metric === 'cityblock' ? gap : gap * gap), 0)
}

const blocksBy = {
  euclidean: [blockDistances],
  chebyshev: [],
  cityblock: [],
} as const
/** Gaps from a point to a side, 0 inside. */
const least = (x: number, low: number, high: number): number => Math.max(0, low - x, x - high)

describe.each(metrics)('%s', (metric) => {
  it.each(dimensions)(
    'distances to a block of four records in %d columns, and false once all are above the limit',
    (d) => {
      for (let run = 0; run < 30; run++) {
        const before = LANES * d * (run % 3)
        const points = drawn(before + LANES * d)
        const point = drawn(d)
        const expected = [0, 1, 2, 3].map((lane) =>
          joined(
            metric,
            Array.from(point, (x, j) => Math.abs(points[before + lane + LANES * j] - x)),
          ),
        )
        const ways = [
          ...blocksBy[metric],
          (...[p, b, n, x, limit, out]: Parameters<typeof blockDistances>) => blockGaps(metric, p, b, n, x, limit, out),
        ]
        for (const way of ways) {
          const out = new Float64Array(LANES)
          expect([way(points, before, d, point, Infinity, out), ...out]).toEqual([true, ...expected])
          // The limit itself is not above the limit: the nearest of the four must not be lost.
          const nearest = Math.min(...expected)
          expect([way(points, before, d, point, nearest, out), ...out]).toEqual([true, ...expected])
          const some = expected.toSorted((a, b) => a - b)[run % 4]
          expect(way(points, before, d, point, some, out)).toBe(true)
          // After four coordinates, and each further four, it is known.
          const known = Array.from({ length: Math.floor(d / 4) }, (_, k) =>
            [0, 1, 2, 3].map((lane) =>
              joined(
                metric,
                Array.from(point.subarray(0, 4 * k + 4), (x, j) => Math.abs(points[before + lane + LANES * j] - x)),
              ),
            ),
          )
          for (const limit of [
            nearest / 2,
            nearest * (1 - 1e-15),
            0.3 * nearest,
            ...known.map((of) => Math.min(...of)),
          ]) {
            const isAbove = known.some((of) => of.every((distance) => distance > limit))
            expect(way(points, before, d, point, limit, out)).toBe(!isAbove)
          }
        }
      }
    },
  )

  it.each(dimensions)('least distances to two boxes in %d columns, or values above the limit for both', (d) => {
    for (let run = 0; run < 30; run++) {
      const at = 4 * d * (run % 3)
      const boxes = drawn(at + 4 * d)
      for (let side = at; side < boxes.length; side += 2) boxes.subarray(side, side + 2).sort()
      const point = drawn(d)
      // Also on a side, and inside.
      if (run % 2 === 0) point[0] = boxes[at + (run % 4)]
      const expected = [0, 2].map((box) =>
        joined(
          metric,
          Array.from(point, (x, j) => least(x, boxes[at + 4 * j + box], boxes[at + 4 * j + box + 1])),
        ),
      )
      const out = new Float64Array(LANES)
      const ways: readonly ((limit: number) => void)[] = [
        (limit) => pairLeast(metric, boxes, at, d, point, limit, out),
        ...(metric === 'euclidean' ? [(limit: number) => pairBounds(boxes, at, d, point, limit, out)] : []),
      ]
      for (const way of ways) {
        for (const limit of [Infinity, expected[0], expected[1]]) {
          way(limit)
          expect([out[0], out[1]]).toEqual(expected)
        }
        const both = Math.min(...expected) / 2
        way(both)
        if (both > 0) expect([out[0] > both, out[1] > both]).toEqual([true, true])
        else expect([out[0], out[1]]).toEqual(expected)
        // Stopped after four coordinates where both are above the limit there, and not before.
        const limit = -1
        way(limit)
        const first = [0, 2].map((box) =>
          joined(
            metric,
            Array.from(point.subarray(0, Math.min(4, d)), (x, j) =>
              least(x, boxes[at + 4 * j + box], boxes[at + 4 * j + box + 1]),
            ),
          ),
        )
        expect([out[0], out[1]]).toEqual(first)
      }
    }
  })

  it.each(dimensions)('the greatest distance in a box is that of its farthest corner: %d columns', (d) => {
    for (let run = 0; run < 10; run++) {
      const boxes = drawn(4 * d + 8)
      const point = drawn(d)
      const gaps = Array.from(point, (x, j) => Math.max(Math.abs(boxes[8 + 4 * j] - x), Math.abs(boxes[9 + 4 * j] - x)))
      expect(boxGreatest(metric, boxes, 8, d, point)).toBe(joined(metric, gaps))
    }
  })

  it('adds a gap to those before it', () => {
    expect(withGap(metric, 9, 4)).toBe({ euclidean: 25, chebyshev: 9, cityblock: 13 }[metric])
    expect(withGap(metric, 3, 4)).toBe({ euclidean: 19, chebyshev: 4, cityblock: 7 }[metric])
    expect(asDistance(metric, 9)).toBe(metric === 'euclidean' ? 3 : 9)
  })
})
