import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkGroupable } from './check.js'
import { correlatedBlocks } from './correlated-blocks.js'
import { distanceColumns, exactSums, rounderForSums } from './distance-columns.js'
import { groupColumn, hasSpread, maskByGroups } from './masked-by-groups.js'
import { mergeIntoNearest } from './merge-into-nearest.js'

const f64 = (...values: number[]): Float64Array => Float64Array.from(values)
const thrown = (run: () => void): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('checkGroupable', () => {
  const check = (columns: Float64Array[], k: number, origin?: number[]): unknown =>
    thrown(() => checkGroupable(columns, k, 'm', origin && { names: ['x', 'y'], origin: Int32Array.from(origin) }))

  it('accepts k records with values up to 1e145, not fewer or larger ones', () => {
    expect(check([f64(1, 2, -1e145)], 3)).toBeUndefined()
    expect(check([f64(1)], 1)).toBeUndefined()
    expect(check([f64(1, 2)], 3)).toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: 'm: 2 records cannot make a group of k = 3',
    })
    expect(check([f64(1)], 2)).toMatchObject({ message: 'm: 1 record cannot make a group of k = 2' })
    expect(check([], 1)).toMatchObject({ code: 'TOO_FEW_RECORDS' })
    for (const k of [0, 1.5, -1]) expect(check([f64(1, 2)], k)).toMatchObject({ code: 'BAD_PARAMETER' })
    expect(check([f64(1, 2), f64(1)], 1)).toMatchObject({ code: 'LENGTH_MISMATCH' })
  })

  it('names the record of the original, counted from 1, and the column', () => {
    const holes = [f64(1, 2), f64(3, Number.NaN)]
    expect(check(holes, 1)).toMatchObject({ code: 'MISSING_VALUES', place: { row: 2, column: undefined } })
    expect(check(holes, 1, [0, 7])).toMatchObject({ code: 'MISSING_VALUES', place: { row: 8, column: 'y' } })
    expect(check(holes, 1, [0, -1])).toMatchObject({ place: { row: 2 } })
    expect(check([f64(1.0001e145, 2)], 1, [0, 1])).toMatchObject({
      code: 'NOT_NUMERIC',
      place: { row: 1, column: 'x' },
    })
    expect(check([f64(5, Infinity)], 1)).toMatchObject({
      code: 'NOT_NUMERIC',
      message: expect.stringMatching(/^record 2 of column 1 is Infinity/) as unknown,
    })
  })
})

describe('correlatedBlocks', () => {
  // r(a, b) = 1, r(a, c) = r(b, c) = −0.5, d constant.
  const [a, b, c, d] = [f64(1, 0, -1, 0), f64(2, 0, -2, 0), f64(-1, 1, 0, 0), f64(3, 3, 3, 3)]

  it('joins correlated columns, or uncorrelated ones, up to the size', () => {
    expect(correlatedBlocks([a, c, b, d], 2, 'correlated')).toEqual([
      [0, 2],
      [1, 3],
    ])
    expect(correlatedBlocks([a, c, b, d], 2, 'uncorrelated')).toEqual([
      [0, 3],
      [1, 2],
    ])
    expect(correlatedBlocks([a, c, b, d], 3, 'correlated')).toEqual([[0, 1, 2], [3]])
    expect(correlatedBlocks([a, c, b, d], 4, 'correlated')).toEqual([[0, 1, 2, 3]])
    expect(correlatedBlocks([a, c, b], 1, 'correlated')).toEqual([[0], [1], [2]])
  })

  it('prefers the columns that come first among equals', () => {
    expect(correlatedBlocks([d, d, d, d], 2, 'correlated')).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(correlatedBlocks([a, b, a], 2, 'correlated')).toEqual([[0, 1], [2]])
  })
})

describe('distance columns', () => {
  it('are standardised, without constant ones, and one of zeros if all are constant', () => {
    const made = distanceColumns([f64(1e9 + 1, 1e9 + 3), f64(7, 7)])
    expect(made).toHaveLength(1)
    expect(made[0][1]).toBeCloseTo(Math.SQRT1_2, 14)
    expect(distanceColumns([f64(7, 7), f64(1, 1)])).toEqual([f64(0, 0)])
  })

  it('are rounded to 2⁻⁴² for a thousand records and 2⁻³² for a million', () => {
    expect(rounderForSums(1000)(0.4 * 2 ** -42)).toBe(0)
    expect(rounderForSums(1000)(0.6 * 2 ** -42)).toBe(2 ** -42)
    expect(rounderForSums(1_000_000)(0.6 * 2 ** -32)).toBe(2 ** -32)
    expect([...exactSums([f64(0.5, 0.25, -1), f64(1, 2, 3)])]).toEqual([-0.25, 6])
  })
})

describe('maskByGroups', () => {
  it('has the means of the groups, and their loss', () => {
    const labels = Uint32Array.of(0, 1, 0, 1)
    const { masked, report } = maskByGroups([
      { name: 'a', values: f64(0, 4, 2, 6), labels },
      { name: 'b', values: f64(5, 5, 5, 5), labels },
    ])
    expect(masked.get('a')).toEqual({ kind: 'numeric', values: f64(1, 5, 1, 5) })
    // Variance 20/3; 4 within the groups, 3 degrees of freedom.
    expect(report.get('SSE')).toBeCloseTo(4 / (20 / 3), 14)
    expect(report.get('SST')).toBe(3)
    expect(report.get('IL (%)')).toBeCloseTo(20, 12)
    expect(report.get('groups')).toBe(2)
    expect(maskByGroups([{ name: 'b', values: f64(5, 5), labels: Uint32Array.of(0, 0) }]).report.has('IL (%)')).toBe(
      false,
    )
    expect(maskByGroups([]).report.get('groups')).toBe(0)
    expect([hasSpread(f64(1, 2)), hasSpread(f64(2, 2)), hasSpread(f64(0, 1e-200))]).toEqual([true, false, false])
    expect([...groupColumn(labels).values]).toEqual([1, 2, 1, 2])
  })
})

describe('mergeIntoNearest', () => {
  it('moves the records of the last group to the nearest centroids, ties to the lowest group', () => {
    const labels = Uint32Array.of(0, 0, 1, 1, 2, 2, 2)
    mergeIntoNearest([f64(0, 2, 8, 10, 4, 6, 5), f64(0, 0, 0, 0, 0, 0, 0)], labels, 2)
    expect([...labels]).toEqual([0, 0, 1, 1, 0, 1, 0])
  })

  it('equals the comparison of all centroids', () => {
    const cell = fc.integer({ min: -4, max: 4 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 7, maxLength: 12 }), (rows) => {
        const last = 3
        const labels = Uint32Array.from(rows, (_, i) => (i < 6 ? Math.floor(i / 2) : last))
        const centre = (group: number, j: number): number => (rows[2 * group][j] + rows[2 * group + 1][j]) / 2
        const expected = rows.map((row, i) => {
          if (labels[i] !== last) return labels[i]
          const distances = [0, 1, 2].map((g) => (row[0] - centre(g, 0)) ** 2 + (row[1] - centre(g, 1)) ** 2)
          return distances.indexOf(Math.min(...distances))
        })
        mergeIntoNearest(
          [0, 1].map((j) => Float64Array.from(rows, (row) => row[j])),
          labels,
          last,
        )
        expect([...labels]).toEqual(expected)
      }),
    )
  })
})
