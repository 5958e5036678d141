import { rank } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparableRanks } from '../comparable-ranks.js'
import { naive } from '../adversary/naive-nearest.fixture.js'
import { permutedPrivacy, privacyCurve } from './permuted-privacy.js'
import { verifyRecord } from './verify-record.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
/** Two files of the same columns, with few different values, so that ties are everywhere. */
const files = fc
  .record({ n: fc.integer({ min: 1, max: 25 }), m: fc.integer({ min: 1, max: 25 }), d: fc.integer({ min: 1, max: 4 }) })
  .chain(({ n, m, d }) => {
    const file = (rows: number): fc.Arbitrary<Float64Array[]> => {
      const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: rows, maxLength: rows }).map(f64)
      return fc.array(column, { minLength: d, maxLength: d })
    }
    return fc.tuple(file(n), file(m))
  })
const rules = ['closest', 'insertion'] as const

describe('permutedPrivacy', () => {
  it('equals its definition', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 0, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), ([x, y], d, v) => {
        const { ranksX, ranksY } = comparableRanks(x, y)
        const found = permutedPrivacy(x, y, { d, v })
        const variance = (values: readonly number[]): number => {
          const mean = values.reduce((sum, one) => sum + one, 0) / values.length
          return values.length < 2 ? 0 : values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1)
        }
        for (let i = 0; i < x[0].length; i++) {
          const { least } = naive(ranksX, ranksY, i, 'chebyshev')
          const shares = y.map((column, k) => {
            const near = [...column].filter((_, j) => Math.abs(ranksX[k][i] - ranksY[k][j]) <= d)
            return variance([...column]) === 0 ? 0 : variance(near) / variance([...column])
          })
          expect(found.distance[i]).toBe(least)
          // Sums of at most 25 small numbers: some tens of roundings of 1.1e-16.
          expect(found.localVariance[i]).toBeCloseTo(Math.min(...shares), 12)
          expect(found.protected[i]).toBe(Number(least >= d && found.localVariance[i] >= v))
        }
        expect(found.share).toBeCloseTo(found.protected.reduce((sum, one) => sum + one, 0) / x[0].length, 12)
      }),
    )
  })

  it('decreases with d and with v, and its curve is the share at v = 0', () => {
    fc.assert(
      fc.property(files, ([x, y]) => {
        const at = (d: number, v: number): number => permutedPrivacy(x, y, { d, v }).share
        const ds = [0, 1, 2, 4, 8]
        const { distance } = permutedPrivacy(x, y, { d: 0, v: 0 })
        expect(privacyCurve(distance, ds)).toEqual(ds.map((d) => at(d, 0)))
        for (let k = 1; k < ds.length; k++) expect(at(ds[k], 0)).toBeLessThanOrEqual(at(ds[k - 1], 0))
        for (const v of [0.1, 0.5, 1]) expect(at(1, v)).toBeLessThanOrEqual(at(1, 0))
      }),
    )
  })

  it('protects no record of an unmasked file for any distance above 0 and any rule', () => {
    fc.assert(
      fc.property(files, fc.constantFrom('rank' as const, ...rules), ([x], rankRule) => {
        expect(permutedPrivacy(x, x, { d: 1e-9, v: 0, rankRule }).share).toBe(0)
      }),
    )
  })

  it('equals, by the rules of a subject, the findings of every subject', () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...rules), fc.integer({ min: 0, max: 8 }), ([x, y], rankRule, d) => {
        const found = permutedPrivacy(x, y, { d, v: 0, rankRule })
        for (let i = 0; i < x[0].length; i++) {
          const own = verifyRecord(f64(x.map((column) => column[i])), y, { d, rankRule })
          expect(found.distance[i]).toBe(own.distance)
          expect(found.localVariance[i]).toBe(Math.min(...own.localVariance))
        }
      }),
    )
  })

  it('local variance by hand', () => {
    // d = 1: of 5 values the ranks 2, 3, 4 around rank 3: 10, 20, 60 have variance 700; all five have mean 38.
    const y = f64([0, 10, 20, 60, 100])
    const whole = (38 ** 2 + 28 ** 2 + 18 ** 2 + 22 ** 2 + 62 ** 2) / 4
    // The same whatever the unit, and where a square would be 0 or infinite.
    for (const unit of [1, 1e-200, 1e300]) {
      const { localVariance } = permutedPrivacy([f64([1, 2, 3, 4, 5])], [y.map((one) => one * unit)], { d: 1, v: 0 })
      expect(localVariance[2]).toBeCloseTo(700 / whole, 12)
    }
  })

  it('uses all the masked values that an original tie may become', () => {
    // Ranks of x: 2, 2, 2, 4. The first three masked values are all at rank 2: variance 1 of 1, 2, 3.
    const { localVariance } = permutedPrivacy([f64([7, 7, 7, 9])], [f64([3, 1, 2, 4])], { d: 0, v: 0 })
    expect(localVariance[0]).toBeCloseTo(1 / (5 / 3), 12)
    expect(localVariance[3]).toBe(0)
  })

  it('leaves incomplete records out of the local variance too, and refuses infinite values', () => {
    const [x, y] = [f64([1, 2, 3, 4, 5]), f64([0, 10, 20, 60, 100])]
    const other = f64([3, 1, 5, 2, 4])
    const alone = permutedPrivacy([x, other], [y, other], { d: 1, v: 0 })
    // A sixth record lacks a value in the other column: its value in this one takes no part.
    const more = (values: Float64Array, value: number): Float64Array => f64([...values, value])
    const hole = more(other, Number.NaN)
    const found = permutedPrivacy([more(x, 2.5), hole], [more(y, 15), hole], { d: 1, v: 0 })
    expect(found.localVariance.slice(0, 5)).toEqual(alone.localVariance)
    expect(found.used).toBe(5)
    expect(() => permutedPrivacy([x], [f64([1, 2, Infinity])], { d: 1, v: 0 })).toThrow(/masked value of record 3/)
  })
})

describe('verifyRecord', () => {
  const y = [f64([10, 20, 30, 40]), f64([4, 3, 2, 1])]

  it('finds the own rank among the released values, and the nearest released record', () => {
    const found = verifyRecord(f64([21, 2.9]), y, { d: 1 })
    expect([...found.ranks]).toEqual([2, 3])
    expect(found.distance).toBe(0)
    expect(verifyRecord(f64([21, 1.1]), y, { d: 1 }).distance).toBe(1)
  })

  it('handles values between two, nearest to two, or among the released values', () => {
    expect([...verifyRecord(f64([25, 2.5]), y, { d: 1 }).ranks]).toEqual([2.5, 2.5])
    expect([...verifyRecord(f64([25, 9]), y, { d: 1, rankRule: 'insertion' }).ranks]).toEqual([2.5, 4.5])
    const tied = [f64([1, 2, 2, 2, 3])]
    for (const rankRule of rules) expect([...verifyRecord(f64([2]), tied, { d: 1, rankRule }).ranks]).toEqual([3])
    expect([...verifyRecord(f64([-9]), tied, { d: 1 }).ranks, ...rank(tied[0], 'average')]).toEqual([1, 1, 3, 3, 3, 5])
  })

  it('refuses records and files that do not fit', () => {
    expect(() => verifyRecord(f64([1]), y, { d: 1 })).toThrow(/1 values, the released file 2/)
    expect(() => verifyRecord(f64([1, Number.NaN]), y, { d: 1 })).toThrow(/complete columns.* column 2/)
    expect(() => verifyRecord(f64([1, Infinity]), y, { d: 1 })).toThrow(/column 2 is Infinity/)
    expect(() => verifyRecord(f64([1]), [f64([])], { d: 1 })).toThrow(/no record/)
    expect(() => verifyRecord(f64([]), [], { d: 1 })).toThrow(/no record/)
  })
})
