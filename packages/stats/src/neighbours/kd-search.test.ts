import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { buildNodes } from './kd-build.js'
import { kdScratch, searchNearest, searchNearestK, searchWithin } from './kd-search.js'
import type { DistanceMetric } from './kd-metric.js'
import { interleave, rowNumbers } from './records.js'

const metrics: readonly DistanceMetric[] = ['euclidean', 'chebyshev', 'cityblock']
const whole = (rng: ReturnType<typeof seededRng>, n: number, d: number, grid: number): Float64Array[] =>
  Array.from({ length: d }, () => new Float64Array(n).map(() => rng.int(grid)))

function distancesOf(metric: DistanceMetric, columns: readonly Float64Array[], point: Float64Array): number[] {
  return Array.from(columns[0], (_, i) => {
    const gaps = columns.map((column, j) => Math.abs(column[i] - point[j]))
    if (metric === 'chebyshev') return Math.max(...gaps)
    return gaps.reduce((sum, gap) => sum + (metric === 'cityblock' ? gap : gap * gap), 0)
  })
}

describe.each(metrics)('searches by %s distance', (metric) => {
  // On whole numbers nearly every distance is shared, by records on both sides of many borders.
  it.each([
    [1, 40],
    [2, 5],
    [2, 12],
    [3, 4],
    [4, 3],
    [5, 2],
    [9, 2],
  ])('resolve ties by index: %d columns of %d values', (d, grid) => {
    const rng = seededRng(`${metric} ${d} ${grid}`)
    for (const n of [3, 17, 50, 130]) {
      const columns = whole(rng, n, d, grid)
      const nodes = buildNodes(interleave(columns), d, rowNumbers(n))
      const scratch = kdScratch()
      for (let query = 0; query < 9; query++) {
        const half = query % 3 === 0 ? 0.5 : 0
        const point = Float64Array.from({ length: d }, () => rng.int(grid + 2) - 1 + half)
        const distances = distancesOf(metric, columns, point)
        const order = [...distances.keys()].sort((a, b) => distances[a] - distances[b] || a - b)
        for (const k of [1, 2, 7, n, n + 3]) {
          const index = new Uint32Array(k)
          const distance = new Float64Array(k)
          const found = searchNearestK(nodes, scratch, metric, point, k, index, distance)
          expect(found).toBe(Math.min(k, n))
          expect([...index.subarray(0, found)]).toEqual(order.slice(0, k))
          expect([...distance.subarray(0, found)]).toEqual(order.slice(0, k).map((i) => distances[i]))
        }
        if (metric === 'euclidean') {
          const index = new Uint32Array(1)
          const distance = new Float64Array(1)
          expect(searchNearest(nodes, scratch, point, index, distance)).toBe(1)
          expect([index[0], distance[0]]).toEqual([order[0], distances[order[0]]])
        }
        for (const most of [-1, 0, distances[order[0]], distances[order[n >> 1]], distances[order[n - 1]], Infinity]) {
          const expected = [...distances.keys()].filter((i) => distances[i] <= most)
          expect(searchWithin(nodes, scratch, metric, point, most)).toEqual(expected)
        }
      }
    }
  })

  it('find nothing among no records', () => {
    const nodes = buildNodes(new Float64Array(0), 2, new Uint32Array(0))
    const point = Float64Array.of(0, 0)
    const index = new Uint32Array(1)
    expect(searchNearestK(nodes, kdScratch(), metric, point, 1, index, new Float64Array(1))).toBe(0)
    expect(searchNearest(nodes, kdScratch(), point, index, new Float64Array(1))).toBe(0)
    expect(searchWithin(nodes, kdScratch(), metric, point, Infinity)).toEqual([])
  })
})
