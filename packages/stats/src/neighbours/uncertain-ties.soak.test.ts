import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DistanceMetric } from './kd-metric.js'
import { kdTree } from './kd-tree.js'
import { distanceRange, type UncertainPoint, type UncertainRecords } from './uncertain-ties.js'

const metrics: readonly DistanceMetric[] = ['euclidean', 'chebyshev', 'cityblock']

/** By definition: every record's least and greatest distance, and those whose least is not above the least greatest one. */
function byBruteForce(
  columns: readonly Float64Array[],
  metric: DistanceMetric,
  { share, sizes }: UncertainRecords,
  { point, size, beyond, ring, least, most }: UncertainPoint,
): { readonly id: number; readonly low: number; readonly high: number }[] {
  const add = (sum: number, gap: number): number =>
    metric === 'chebyshev' ? Math.max(sum, gap) : sum + (metric === 'cityblock' ? gap : gap * gap)
  const all = Array.from(columns[0].keys(), (id) => {
    const gaps = columns.map((column, j) => Math.abs(column[id] - point[j]))
    const errors = columns.map(
      (column, j) => share * (size[j] + (sizes?.[id * columns.length + j] ?? Math.abs(column[id])) + beyond[j]),
    )
    return {
      id,
      inside: columns.every((column, j) => !least || !most || (column[id] >= least[j] && column[id] <= most[j])),
      distance: gaps.reduce(add, 0),
      low: gaps.map((gap, j) => (gap === 0 ? 0 : Math.max(0, gap - errors[j]))).reduce(add, 0),
      high: gaps.map((gap, j) => (gap === 0 ? 0 : gap + errors[j])).reduce(add, 0),
    }
  }).filter(({ distance, inside }) => inside && distance <= ring)
  const limit = Math.min(...all.map(({ high }) => high))
  return all.filter(({ low, high }) => (limit === 0 ? high === 0 : low <= limit))
}

describe('uncertainTies', () => {
  const files = fc.record({
    seed: fc.nat(),
    n: fc.integer({ min: 1, max: 300 }),
    d: fc.integer({ min: 1, max: 6 }),
    share: fc.constantFrom(0, 2 ** -50, 0.001, 0.1, 1),
    grid: fc.constantFrom(0, 1, 2, 10),
    terms: fc.boolean(),
    ranged: fc.boolean(),
    ring: fc.constantFrom(Infinity, 3, 0.1),
  })

  it.each(metrics)('equals the comparison of all records, by %s distance', (metric) => {
    fc.assert(
      fc.property(files, ({ seed, n, d, share, grid, terms, ranged, ring }) => {
        const rng = seededRng(seed)
        const value = (): number => (grid > 0 ? rng.int(grid) : rng.normal())
        const row = (of: () => number): Float64Array => new Float64Array(d).map(of)
        const columns = Array.from({ length: d }, () => new Float64Array(n).map(value))
        const records: UncertainRecords = {
          weights: new Int32Array(n).map(() => 1 + rng.int(3)),
          share,
          sizes: terms ? new Float64Array(n * d).map(() => 3 * rng.uniform()) : undefined,
        }
        const search = kdTree(columns, metric).uncertainTies(records)
        for (let q = 0; q < 10; q++) {
          const asked: UncertainPoint = {
            point: row(value),
            size: row(() => rng.uniform()),
            beyond: row(() => rng.int(2)),
            ring,
            least: ranged ? row(() => -rng.uniform()) : undefined,
            most: ranged ? row(() => 3 * rng.uniform()) : undefined,
          }
          const nearest = byBruteForce(columns, metric, records, asked)
          const expected = nearest.map(({ id }) => id)
          const { count, lowest, has, limit, distances } = search(asked)
          expect(count).toBe(expected.reduce((sum, id) => sum + records.weights[id], 0))
          expect(lowest).toBe(expected.length > 0 ? expected[0] : 0xffffffff)
          expect(Array.from(columns[0].keys()).filter(has)).toEqual(expected)
          expect(limit).toBe(Math.min(...nearest.map(({ high }) => high)))
          const lows = [...new Set(nearest.map(({ low }) => low))].sort((a, b) => a - b)
          const by = lows.map((low) => ({ low, ids: nearest.filter((one) => one.low === low).map(({ id }) => id) }))
          expect(distances()).toEqual(
            by.map(({ low, ids }) => ({
              low,
              count: ids.reduce((sum, id) => sum + records.weights[id], 0),
              lowest: ids[0],
            })),
          )
          for (const { id, low, high } of nearest) {
            const record = Float64Array.from(columns, (column) => column[id])
            const sizes = records.sizes?.subarray(id * d, id * d + d)
            expect(distanceRange(metric, share, asked, record, sizes)).toEqual({ low, high })
          }
        }
      }),
    )
  })
})
