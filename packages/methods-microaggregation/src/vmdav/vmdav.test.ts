import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSizes } from '../shared/group-means.js'
import { applyTo, codeOf, f64, grid, maskedColumn, numericData, reportedGroups } from '../shared/run.fixture.js'
import { vmdav, vmdavMethod, type VmdavOptions } from './vmdav.js'
import { naiveVmdav } from './vmdav.fixture.js'

const size = fc.integer({ min: 1, max: 7 })
const options = fc.record({
  gamma: fc.constantFrom(0, 0.2, 1, 1.1, 3),
  stop: fc.constantFrom<('k' | '2k')[]>('k', '2k'),
})

describe('vmdav against its definition', () => {
  it('on integer grids with ties', () => {
    fc.assert(
      fc.property(grid, size, options, (columns, k, { gamma, stop }) => {
        fc.pre(columns[0].length >= k)
        expect([...vmdav(columns, k, { gamma, stop })]).toEqual(naiveVmdav(columns, k, gamma, stop))
      }),
      { numRuns: 500 },
    )
  })

  it('on real numbers in clusters, columns of several scales', () => {
    const rng = seededRng('clusters')
    for (let run = 0; run < 15; run++) {
      const n = 20 + rng.int(100)
      const clusters = Uint32Array.from({ length: n }, () => rng.int(12))
      const columns = Array.from({ length: 1 + rng.int(5) }, (_, j) => {
        const centres = Array.from({ length: 12 }, () => 5 * rng.normal())
        return Float64Array.from(clusters, (cluster) => 10 ** j * (centres[cluster] + rng.normal()))
      })
      const k = 2 + rng.int(5)
      for (const gamma of [0.2, 1.1])
        for (const stop of ['k', '2k'] as const)
          expect([...vmdav(columns, k, { gamma, stop })]).toEqual(naiveVmdav(columns, k, gamma, stop))
    }
  })
})

describe('vmdav', () => {
  it('worked by hand: seven records at k = 2', () => {
    // The mean is 8: 30 takes 11, and 9 joins, 2 from 11 and 6 from 3. 0 takes 1; 2 is as near to 1 as to 3.
    expect([...vmdav([f64([0, 1, 2, 3, 9, 11, 30])], 2, { gamma: 1 })]).toEqual([1, 1, 2, 2, 0, 0, 0])
    // 1 joins 100 and 2, its distances being 1 and 1 < 1.1; 0 is left over and goes to the only group: 3k − 2 records.
    expect([...vmdav([f64([0, 1, 2, 100])], 2, { gamma: 1.1 })]).toEqual([0, 0, 0, 0])
  })

  it('makes groups of k to 3k − 2 records', () => {
    fc.assert(
      fc.property(grid, size, options, (columns, k, how) => {
        fc.pre(columns[0].length >= k)
        const sizes = groupSizes(vmdav(columns, k, how))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(3 * k - 2)
      }),
    )
  })

  it('makes groups of k for gamma 0, except for those that get the n mod k remaining records', () => {
    fc.assert(
      fc.property(grid, size, (columns, k) => {
        const n = columns[0].length
        fc.pre(n >= k)
        const sizes = groupSizes(vmdav(columns, k, { gamma: 0 }))
        expect(sizes).toHaveLength(Math.floor(n / k))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(sizes.reduce((extra, records) => extra + records - k, 0)).toBe(n % k)
        const ended = [...groupSizes(vmdav(columns, k, { gamma: 0, stop: '2k' }))]
        expect(ended.slice(0, -1).every((records) => records === k)).toBe(true)
        expect(ended.at(-1)).toBe(k + (n % k))
      }),
    )
  })

  it('takes a whole cluster that MDAV would cut', () => {
    // Five records close together and three far from them and from each other, k = 3.
    const columns = [f64([0, 1, 2, 1, 0, 50, 70, 100]), f64([0, 0, 1, 2, 2, 0, 60, 0])]
    const sizes = (how: VmdavOptions): number[] => [...groupSizes(vmdav(columns, 3, how))]
    expect(sizes({ gamma: 1.1 })).toEqual([3, 5])
  })

  it('is not changed by an offset or by the unit of a column', () => {
    fc.assert(
      fc.property(grid, size, options, (columns, k, how) => {
        fc.pre(columns[0].length >= k)
        const labels = [...vmdav(columns, k, how)]
        const moved = columns.map((column, j) => column.map((value) => (value + 1e9) * 2 ** (7 - 5 * j)))
        // Integers up to 9 near 1e9: all differences stay exact. A power of two changes exponents only.
        expect([...vmdav(moved, k, how)]).toEqual(labels)
      }),
    )
  })

  it('handles n = k, n = 2k − 1, and equal rows', () => {
    for (const stop of ['k', '2k'] as const) {
      expect([...vmdav([f64([9, 4, 1, 0, 5])], 5, { stop })]).toEqual([0, 0, 0, 0, 0])
      expect([...vmdav([f64([9, 4, 1, 0, 5])], 3, { stop })]).toEqual([0, 0, 0, 0, 0])
    }
    const equal = [new Float64Array(7).fill(3), new Float64Array(7).fill(-1)]
    // At distance 0 from the group and from each other: 0 < γ·0 is false. The last of all joins, having no other near it.
    expect([...vmdav(equal, 2)]).toEqual([0, 0, 1, 1, 2, 2, 2])
    // With γ = 0 nothing joins; the record left over is as near to every group, and goes to the first.
    expect([...vmdav(equal, 2, { gamma: 0 })]).toEqual([0, 0, 1, 1, 2, 2, 0])
    expect([...vmdav(equal, 2, { stop: '2k' })]).toEqual([0, 0, 1, 1, 2, 2, 2])
  })

  it('refuses records that cannot be grouped', () => {
    expect(codeOf(() => vmdav([f64([1, 2])], 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => vmdav([f64([1, 2, Number.NaN])], 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => vmdav([f64([1, 2, 3]), f64([1, 2])], 2))).toBe('LENGTH_MISMATCH')
    expect(codeOf(() => vmdav([f64([1, 2, 3])], 2, { gamma: -1 }))).toBe('BAD_PARAMETER')
    expect(codeOf(() => vmdav([f64([1, 2, 3])], 2, { gamma: Number.NaN }))).toBe('BAD_PARAMETER')
  })

  it('reports its progress', () => {
    const fractions: number[] = []
    vmdav([f64([1, 2, 3, 4, 5, 6, 7, 8])], 2, { gamma: 0, tick: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual([0.25, 0.5, 0.75, 1])
  })
})

describe('microaggregation/vmdav', () => {
  it('masks all columns by the groups it reports', () => {
    const data = numericData([
      ['a', f64([0, 1, 2, 3, 9, 11, 31])],
      ['b', f64([0, 1, 2, 3, 9, 11, 31])],
    ])
    const result = applyTo(vmdavMethod, data, { k: 2, gamma: 1 })
    expect([...reportedGroups(result)]).toEqual([1, 1, 2, 2, 0, 0, 0])
    expect([...maskedColumn(result, 'b')]).toEqual([0.5, 0.5, 2.5, 2.5, 17, 17, 17])
    expect(result.report?.get('groups')).toBe(3)
  })
})
