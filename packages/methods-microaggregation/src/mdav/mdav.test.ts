import { seededRng, type MaskResult } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSizes } from '../shared/group-means.js'
import { mdav, mdavMethod, type MdavOptions } from './mdav.js'
import { naiveMdav, variants } from './mdav.fixture.js'
import { applyTo, codeOf, f64, grid, maskedColumn, numericData, reportedGroups } from '../shared/run.fixture.js'

const apply = (columns: ReadonlyMap<string, Float64Array>, params: Readonly<Record<string, unknown>>): MaskResult =>
  applyTo(mdavMethod, numericData(columns), params)

const size = fc.integer({ min: 2, max: 7 })
describe('mdav against its definition', () => {
  for (const options of variants) {
    it(`on integer grids with ties: ${JSON.stringify(options)}`, () => {
      fc.assert(
        fc.property(grid, size, (columns, k) => {
          fc.pre(columns[0].length >= k)
          expect([...mdav(columns, k, options)]).toEqual(naiveMdav(columns, k, options))
        }),
        { numRuns: 400 },
      )
    })
  }

  it('on more distinct records than one leaf holds, in groups that take from many leaves', () => {
    const rng = seededRng('many leaves')
    const columns = [0, 1].map((j) => Float64Array.from({ length: 2400 }, () => (j > 0 ? rng.int(60) : rng.normal())))
    expect([...mdav(columns, 700)]).toEqual(naiveMdav(columns, 700))
    expect([...mdav(columns, 300, variants[1])]).toEqual(naiveMdav(columns, 300, variants[1]))
  })

  it('on real numbers, some columns shifted and scaled', () => {
    const rng = seededRng('real numbers')
    for (let run = 0; run < 30; run++) {
      const n = 20 + rng.int(180)
      const columns = Array.from({ length: 1 + rng.int(5) }, (_, j) =>
        Float64Array.from({ length: n }, () => 10 ** j * (rng.normal() + j)),
      )
      const k = 2 + rng.int(9)
      for (const options of variants) expect([...mdav(columns, k, options)]).toEqual(naiveMdav(columns, k, options))
    }
  })
})

describe('mdav', () => {
  it('makes groups of k to 2k − 1 records', () => {
    fc.assert(
      fc.property(grid, size, fc.constantFrom(...variants.slice(0, 2)), (columns, k, options) => {
        fc.pre(columns[0].length >= k)
        const sizes = groupSizes(mdav(columns, k, options))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThan(2 * k)
      }),
    )
  })

  it('is the same in both variants if k divides n', () => {
    fc.assert(
      fc.property(grid, size, (columns, k) => {
        const n = columns[0].length - (columns[0].length % k)
        fc.pre(n > 0)
        const cut = columns.map((column) => column.slice(0, n))
        const generic = [...mdav(cut, k)]
        expect([...mdav(cut, k, { variant: 'printed', remainder: 'keep' })]).toEqual(generic)
        expect([...mdav(cut, k, { variant: 'printed', remainder: 'merge' })]).toEqual(generic)
      }),
    )
  })

  it('the printed loop leaves 1 of 7 records at k = 3, generic leaves none', () => {
    const columns = [f64([1, 2, 4, 8, 16, 32, 64])]
    const sizes = (options: MdavOptions): number[] => [...groupSizes(mdav(columns, 3, options))].sort()
    expect(sizes({ variant: 'printed', remainder: 'keep' })).toEqual([1, 3, 3])
    expect(sizes({ variant: 'printed' })).toEqual([3, 4])
    expect(sizes({})).toEqual([3, 4])
  })

  it('worked by hand: seven records at k = 2', () => {
    // The mean is 6: 16 is farthest and takes 10; 0 is farthest from 16 and takes 1. Three are left, fewer than 2k.
    expect([...mdav([f64([0, 1, 3, 5, 7, 10, 16])], 2)]).toEqual([1, 1, 2, 2, 2, 0, 0])
  })

  it('is not changed by an offset or by the unit of a column', () => {
    fc.assert(
      fc.property(grid, size, (columns, k) => {
        fc.pre(columns[0].length >= k)
        const labels = [...mdav(columns, k)]
        // Integers up to 9 near 1e9: all differences stay exact. A power of two changes exponents only.
        expect([
          ...mdav(
            columns.map((column) => column.map((value) => value + 1e9)),
            k,
          ),
        ]).toEqual(labels)
        expect([
          ...mdav(
            columns.map((column, j) => column.map((value) => value * 2 ** (7 - 5 * j))),
            k,
          ),
        ]).toEqual(labels)
      }),
    )
  })

  it('leaves constant columns out of the distances', () => {
    const rng = seededRng(3)
    const a = Float64Array.from({ length: 50 }, () => rng.normal())
    const b = Float64Array.from({ length: 50 }, () => rng.normal())
    const seven = new Float64Array(50).fill(0.1)
    expect([...mdav([a, seven, b], 4)]).toEqual([...mdav([a, b], 4)])
  })

  it('handles n = k, n = 2k − 1, n = 2k, and equal rows', () => {
    const values = f64([9, 4, 1, 0, 5])
    expect([...mdav([values], 5)]).toEqual([0, 0, 0, 0, 0])
    expect([...mdav([values], 3)]).toEqual([0, 0, 0, 0, 0])
    expect([...mdav([f64([9, 4, 1, 0])], 2)]).toEqual([0, 0, 1, 1])
    const equal = [new Float64Array(7).fill(3), new Float64Array(7).fill(-1)]
    expect([...mdav(equal, 2)]).toEqual([0, 0, 1, 1, 2, 2, 2])
    expect([...mdav([f64([1])], 1)]).toEqual([0])
  })

  it('refuses records that cannot be grouped', () => {
    expect(codeOf(() => mdav([f64([1, 2])], 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => mdav([f64([1, 2, Number.NaN])], 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => mdav([f64([1, 2, -Infinity])], 2))).toBe('NOT_NUMERIC')
    expect(codeOf(() => mdav([f64([1, 2, 3]), f64([1, 2])], 2))).toBe('LENGTH_MISMATCH')
    expect(codeOf(() => mdav([f64([1, 2, 3])], 1.5))).toBe('BAD_PARAMETER')
    expect(codeOf(() => mdav([], 2))).toBe('TOO_FEW_RECORDS')
  })

  it('reports its progress', () => {
    const fractions: number[] = []
    mdav([f64([1, 2, 3, 4, 5, 6, 7, 8])], 2, { tick: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual([0.25, 0.5, 0.75])
  })
})

describe('microaggregation/mdav', () => {
  it('masks k-anonymously, keeps the means, and reports groups and loss', () => {
    const rng = seededRng(11)
    const columns = new Map(
      ['a', 'b', 'c'].map((name) => [name, Float64Array.from({ length: 100 }, () => 1e6 + rng.normal())]),
    )
    const result = apply(columns, { k: 7 })
    const rows = new Map<string, number>()
    for (let i = 0; i < 100; i++) {
      const row = ['a', 'b', 'c'].map((name) => maskedColumn(result, name)[i]).join()
      rows.set(row, (rows.get(row) ?? 0) + 1)
    }
    expect(Math.min(...rows.values())).toBeGreaterThanOrEqual(7)
    for (const [name, values] of columns) {
      const difference = maskedColumn(result, name).reduce((total, value, i) => total + value - values[i], 0) / 100
      // The claim of keepsMeans: 1e-9 of the standard deviation, which is 1 here.
      expect(Math.abs(difference)).toBeLessThan(1e-9)
    }
    expect(result.report?.get('groups')).toBe(14)
    expect(result.report?.get('SST')).toBe(297)
    expect(reportedGroups(result)).toEqual(Int32Array.from(mdav([...columns.values()], 7)))
    expect(result.warnings).toEqual([])
  })

  it('warns about constant columns and a small last group', () => {
    const columns = new Map([
      ['c', f64([5, 5, 5, 5, 5, 5, 5])],
      ['v', f64([1, 2, 4, 8, 16, 32, 64])],
    ])
    const result = apply(columns, { k: 3, variant: 'printed', remainder: 'keep' })
    expect(result.warnings).toHaveLength(2)
    expect(result.warnings?.[0]).toMatch(/column "c" does not vary/)
    expect(result.warnings?.[1]).toMatch(/has 1 records instead of k = 3/)
    expect([...maskedColumn(result, 'c')]).toEqual([5, 5, 5, 5, 5, 5, 5])
    expect(apply(columns, { k: 3, variant: 'printed' }).warnings).toHaveLength(1)
  })

  it('names the column and the record it refuses', () => {
    const place = { method: 'microaggregation/mdav', column: 'w', row: 3 }
    for (const [value, code] of [
      [Number.NaN, 'MISSING_VALUES'],
      [-Infinity, 'NOT_NUMERIC'],
      [1e200, 'NOT_NUMERIC'],
    ] as const) {
      const columns = new Map([
        ['v', f64([1, 2, 3])],
        ['w', f64([1, 2, value])],
      ])
      expect(() => apply(columns, { k: 2 })).toThrow(expect.objectContaining({ code, place }))
    }
  })

  it('reports no loss if nothing varies', () => {
    expect(apply(new Map([['c', f64([5, 5, 5])]]), {}).report?.has('IL (%)')).toBe(false)
  })
})
