import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { distanceColumns } from '../shared/distance-columns.js'
import { groupMeans, groupSizes, withinGroupSse } from '../shared/group-means.js'
import { individualRanking } from './individual-ranking.js'
import { optimalUnivariate } from './optimal-univariate.js'
import { project, projected, projectedMethod, type Projection } from './projected.js'
import { applyTo, codeOf, f64, grid, maskedColumn, numericData, reportedGroups } from '../shared/run.fixture.js'

const size = fc.integer({ min: 1, max: 7 })
const projections = fc.constantFrom<Projection[]>('pca', 'zscore')

/** Σ (z − z̄_group)² over all columns. */
const sseOf = (columns: readonly Float64Array[], labels: Uint32Array): number =>
  columns.reduce((total, column) => total + withinGroupSse(column, labels), 0)

const byValue = (values: Float64Array): number[] => [...values.keys()].sort((a, b) => values[a] - values[b] || a - b)

describe('project', () => {
  it('uses the sum or difference of two columns, by the sign of their correlation', () => {
    // The eigenvectors of a 2×2 correlation matrix are (1, 1)/√2 and (1, −1)/√2, whatever r.
    const rng = seededRng('two columns')
    for (let run = 0; run < 20; run++) {
      const slope = 2 * rng.normal()
      const x = Float64Array.from({ length: 50 }, () => rng.normal())
      const y = x.map((value) => slope * value + rng.normal())
      const [a, b] = distanceColumns([x, y])
      const r = a.reduce((total, value, i) => total + value * b[i], 0)
      const projection = project([a, b], 'pca')
      // Some roundings of numbers below 10.
      for (let i = 0; i < 50; i++) expect(projection[i]).toBeCloseTo((a[i] + Math.sign(r) * b[i]) / Math.SQRT2, 12)
      expect([...project([a, b], 'zscore')]).toEqual([...a].map((value, i) => value + b[i]))
    }
  })
})

describe('projected', () => {
  it('makes groups of k to 2k − 1 records that follow each other in the projection', () => {
    fc.assert(
      fc.property(grid, size, projections, (columns, k, projection) => {
        fc.pre(columns[0].length >= k)
        const labels = projected(columns, k, { projection })
        const sizes = groupSizes(labels)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThan(2 * k)
        const order = byValue(project(distanceColumns(columns), projection))
        for (let at = 1; at < order.length; at++)
          expect(labels[order[at]] - labels[order[at - 1]]).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is optimal univariate microaggregation for one column', () => {
    fc.assert(
      fc.property(grid, size, projections, ([column], k, projection) => {
        fc.pre(column.length >= k)
        const sse = withinGroupSse(column, projected([column], k, { projection }))
        const best = withinGroupSse(column, optimalUnivariate(column, k))
        // 60 squares of numbers up to 9, each standardised and back.
        expect(Math.abs(sse - best)).toBeLessThan(1e-10)
      }),
    )
  })

  it('worked by hand, and with a constant column', () => {
    const columns = [f64([1, 2, 3, 8, 9, 10, 11]), f64([2, 1, 3, 9, 8, 11, 10])]
    for (const projection of ['pca', 'zscore'] as const) {
      expect([...projected(columns, 3, { projection })]).toEqual([0, 0, 0, 1, 1, 1, 1])
      const constant = new Float64Array(7).fill(0.1)
      expect([...projected([columns[0], constant, columns[1]], 3, { projection })]).toEqual([0, 0, 0, 1, 1, 1, 1])
    }
    // A column turned round: its weight in the component turns too, and the first, equally large, stays positive.
    const turned = [columns[0], columns[1].map((value) => -value)]
    expect([...projected(turned, 3)]).toEqual([0, 0, 0, 1, 1, 1, 1])
  })

  it('is not changed by an offset', () => {
    fc.assert(
      fc.property(grid, size, projections, (columns, k, projection) => {
        fc.pre(columns[0].length >= k)
        const moved = columns.map((column) => column.map((value) => value + 1e9))
        expect(projected(moved, k, { projection })).toEqual(projected(columns, k, { projection }))
      }),
    )
  })

  it('handles n = k, n = 2k − 1, equal rows, and one record', () => {
    expect([...projected([f64([9, 4, 1, 0, 5])], 5)]).toEqual([0, 0, 0, 0, 0])
    expect([...projected([f64([9, 4, 1, 0, 5])], 3)]).toEqual([0, 0, 0, 0, 0])
    expect([...projected([new Float64Array(5).fill(3), new Float64Array(5).fill(-1)], 2)]).toEqual([0, 0, 0, 1, 1])
    expect([...projected([f64([4]), f64([7])], 1)]).toEqual([0])
  })

  it('refuses records that cannot be grouped', () => {
    expect(codeOf(() => projected([f64([1, 2])], 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => projected([f64([1, 2, Number.NaN])], 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => projected([f64([1, 2, 3]), f64([1, 2])], 2))).toBe('LENGTH_MISMATCH')
  })
})

describe('microaggregation/projected', () => {
  it('masks all columns by the groups it reports', () => {
    const data = numericData([
      ['a', f64([1, 2, 3, 8, 9, 10, 11])],
      ['b', f64([2, 1, 3, 9, 8, 11, 10])],
    ])
    const result = applyTo(projectedMethod, data, { k: 3 })
    expect([...reportedGroups(result)]).toEqual([0, 0, 0, 1, 1, 1, 1])
    expect([...maskedColumn(result, 'a')]).toEqual([2, 2, 2, 9.5, 9.5, 9.5, 9.5])
    expect(result.report?.get('groups')).toBe(2)
  })
})

describe('projected on census.csv', () => {
  const census = censusColumns()

  for (const k of [3, 5, 10]) {
    it(`k = ${k}: another implementation's SSE for groups of exactly k along its component; the best cut loses less`, () => {
      const { input, output } = reference('microaggregation.json', `census_pca_k${k}`)
      const columns = input.columns.map((name) => census.get(name) ?? new Float64Array())
      expect(columns).toHaveLength(13)
      const scaled = distanceColumns(columns)
      const blocks = individualRanking(project(scaled, 'pca'), k)
      // 17 digits, sums of 14,040 squares in another order; k divides 1,080, so the sign of the component does not
      // matter.
      expect(Math.abs(sseOf(scaled, blocks) / output.SSE - 1)).toBeLessThan(1e-9)
      const labels = projected(columns, k)
      expect(sseOf(scaled, labels)).toBeLessThan(output.SSE)
      const { report } = applyTo(projectedMethod, numericData(input.columns.map((name, j) => [name, columns[j]])), {
        k,
      })
      expect(Math.abs(Number(report?.get('SSE')) / sseOf(scaled, labels) - 1)).toBeLessThan(1e-9)
      expect(groupMeans(scaled[0], labels)).toHaveLength(Number(report?.get('groups')))
    })
  }
})
