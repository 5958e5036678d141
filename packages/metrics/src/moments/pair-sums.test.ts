import { pearson } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedSums, correlationOf, exchanged, noPairs, pairSums } from './pair-sums.js'

/** Integers, some of them missing: all sums are exact. */
const value = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) }, fc.constant(Number.NaN))
const files = fc.integer({ min: 1, max: 12 }).chain((n) => {
  const column = fc.array(value, { minLength: n, maxLength: n }).map((values) => Float64Array.from(values))
  return fc.tuple(column, column)
})
const centre = fc.integer({ min: -5, max: 5 })

describe('pairSums', () => {
  it('are those over the records that have both values', () => {
    const sums = pairSums(Float64Array.of(1, 5, Number.NaN, 4), Float64Array.of(7, Number.NaN, 3, 2), 2, 4)
    // The pairs are (−1, 3) and (2, −2) about (2, 4).
    expect(sums).toEqual({ count: 2, a: 1, b: 1, aa: 5, bb: 13, ab: -7, mostA: 5, mostB: 13 })
    expect(noPairs).toEqual(pairSums(Float64Array.of(Number.NaN), Float64Array.of(1), 0, 0))
  })

  it('are exchanged for the pair in the other order', () => {
    fc.assert(
      fc.property(files, centre, centre, ([x, y], cx, cy) => {
        expect(exchanged(pairSums(x, y, cx, cy))).toEqual(pairSums(y, x, cy, cx))
      }),
    )
  })

  it('after a change equal those of the changed file', () => {
    const changes = fc.array(fc.tuple(fc.nat(), value), { maxLength: 6 })
    fc.assert(
      fc.property(files, centre, centre, changes, ([x, y], cx, cy, all) => {
        const byRecord = new Map(all.map(([at, to]) => [at % x.length, to]))
        const changed = x.map((before, i) => byRecord.get(i) ?? before)
        const before = pairSums(x, y, cx, cy)
        const records = Int32Array.from(byRecord.keys())
        const after = changedSums(before, x, y, cx, cy, records, [...byRecord.values()])
        const { mostA, mostB, ...sums } = pairSums(changed, y, cx, cy)
        expect(after).toMatchObject(sums)
        // The largest values so far are kept.
        expect(after.mostA).toBe(Math.max(before.aa, mostA))
        expect(after.mostB).toBe(Math.max(before.bb, mostB))
      }),
    )
  })
})

describe('correlationOf', () => {
  it('equals the correlation of the values, about any centre near them, and is undefined if digits are lost', () => {
    fc.assert(
      fc.property(files, centre, centre, ([x, y], cx, cy) => {
        const sums = pairSums(x, y, cx, cy)
        const r = correlationOf(sums)
        if (r === undefined || sums.count < 2) return
        expect(r).toBeCloseTo(pearson(x, y), 12)
        expect(Math.abs(r)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is known for two pairs, and undefined for fewer', () => {
    const of = (...x: number[]): number | undefined =>
      correlationOf(pairSums(Float64Array.from(x), Float64Array.of(0, -3), 0, 0))
    expect(of(1, 2)).toBe(-1)
    expect(of(2, 1)).toBe(1)
    expect(of(1, Number.NaN)).toBeNaN()
    expect(correlationOf(noPairs)).toBeNaN()
  })

  it('equals the definition, for sums that are not about the mean', () => {
    // Pairs (0, 0), (1, 2), (2, 1), (3, 3): covariance 4/4·…, r = 4/5.
    const sums = { count: 4, a: 6, b: 6, aa: 14, bb: 14, ab: 13, mostA: 14, mostB: 14 }
    expect(correlationOf(sums)).toBeCloseTo(4 / 5, 14)
  })

  it('is undefined if a hundredth or less of a sum of squares remains about the mean', () => {
    // Variations of 100 each, with sums that are or were up to a hundred times as large.
    const sums = { count: 4, a: 0, b: 0, aa: 100, bb: 100, ab: 50, mostA: 9_999, mostB: 9_999 }
    expect(correlationOf(sums)).toBeCloseTo(0.5, 14)
    expect(correlationOf({ ...sums, mostA: 10_000 })).toBeUndefined()
    expect(correlationOf({ ...sums, mostB: 10_000 })).toBeUndefined()
    expect(correlationOf({ ...sums, bb: 0, mostB: 0 })).toBeUndefined()
  })
})
