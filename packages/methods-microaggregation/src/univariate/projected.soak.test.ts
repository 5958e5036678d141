import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceColumns } from '../shared/distance-columns.js'
import { withinGroupSse } from '../shared/group-means.js'
import { project, projected, type Projection } from './projected.js'
import { f64, grid } from '../shared/run.fixture.js'

const projections = fc.constantFrom<Projection[]>('pca', 'zscore')

/** Σ (z − z̄_group)² over all columns. */
const sseOf = (columns: readonly Float64Array[], labels: Uint32Array): number =>
  columns.reduce((total, column) => total + withinGroupSse(column, labels), 0)

/** The least SSE of all cuts of the records in this order into runs of at least k. */
function leastSse(columns: readonly Float64Array[], order: readonly number[], k: number): number {
  const from = (start: number): number => {
    if (start === order.length) return 0
    let least = Infinity
    for (let end = start + k; end <= order.length; end++) {
      const run = columns.map((column) => f64(order.slice(start, end).map((i) => column[i])))
      least = Math.min(least, sseOf(run, new Uint32Array(end - start)) + from(end))
    }
    return least
  }
  return from(0)
}

const byValue = (values: Float64Array): number[] => [...values.keys()].sort((a, b) => values[a] - values[b] || a - b)

describe('projected', () => {
  it('loses as little as any cut of its order, n ≤ 12', () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 4 }), projections, (columns, k, projection) => {
        const few = columns.map((column) => column.slice(0, 12))
        fc.pre(few[0].length >= k)
        const scaled = distanceColumns(few)
        const labels = projected(few, k, { projection })
        const least = leastSse(scaled, byValue(project(scaled, projection)), k)
        // At most 12·5 squares of numbers below 4.
        expect(Math.abs(sseOf(scaled, labels) - least)).toBeLessThan(1e-11)
      }),
      { numRuns: 300 },
    )
  })
})
