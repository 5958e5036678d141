import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { combineCategories, combineNumbers } from './combine-releases.js'
import { midRanks } from './mid-ranks.js'

const f64 = (...values: readonly number[]): Float64Array => Float64Array.from(values)

describe('combineNumbers', () => {
  it('averages: the worked example of two releases', () => {
    // Errors of one: 2, 1, 0, 0, 0 and −1, 1, 0, 0, 0; of the average ½, 1, 0, 0, 0. sd = √2.5 · 1000.
    const x = f64(1000, 2000, 3000, 4000, 5000)
    const found = combineNumbers(x, [f64(1002, 2001, 3000, 4000, 5000), f64(999, 2001, 3000, 4000, 5000)])
    // No rank moves, so the window has no width: it contains the values of the first release.
    expect(found).toMatchObject({ estimate: 'average', cells: 5, window: { ofOne: 0, left: 0 } })
    expect(found.errorOfOne).toBeCloseTo(Math.sqrt((5 / 5 + 2 / 5) / 2), 12)
    expect(found.error).toBeCloseTo(Math.sqrt(1.25 / 5), 12)
    expect([found.nearByOne, found.near]).toEqual([1, 1])
  })

  it('averages independent noise to 1/√R of it', () => {
    const rng = seededRng(1)
    const x = Float64Array.from({ length: 4000 }, () => 100 * rng.normal())
    const releases = Array.from({ length: 9 }, () => x.map((value) => value + 30 * rng.normal()))
    const found = combineNumbers(x, releases)
    expect(found.estimate).toBe('average')
    // The standard deviation of 4,000 normal errors is within 5 % of its value except once in 10⁵: sd 1/√8000.
    expect(found.errorOfOne / 30).toBeCloseTo(1, 1)
    expect(Math.abs((3 * found.error) / 30 - 1)).toBeLessThan(0.05)
    expect(found.near).toBeGreaterThan(2 * found.nearByOne)
  })

  it('intersects the windows of ranks, by hand', () => {
    // Ranks 0, ¼, …: the first release moves values by at most one place, both by two.
    const x = f64(10, 20, 30, 40, 50)
    const found = combineNumbers(x, [f64(20, 10, 30, 50, 40), f64(10, 40, 30, 20, 50)])
    // W = ½ of 4 places. Left: 10 has ranks 0 and ¼ → [0, ½]; 20 0 and ¾ → [¼, ½]; 30 [0, 1]; 40 ¼ and 1 → [½, ¾]; 50 → [½, 1].
    expect(found.window?.left).toBeCloseTo(5 * (0.5 + 0.25 + 1 + 0.25 + 0.5) / 5, 12) // oxfmt-ignore
  })

  it('leaves out values missing in a release or in all of them', () => {
    const none = Number.NaN
    const found = combineNumbers(f64(1, 2, none, 4), [f64(1, none, 3, none), f64(3, 2, 3, none)])
    expect(found.cells).toBe(2)
    expect(found.error).toBeCloseTo(Math.sqrt(1 / 2), 12)
  })
})

describe('combineCategories', () => {
  it('takes the most frequent category; several are equally likely', () => {
    const found = combineCategories(
      ['a', 'b', 'c', null, 'd'],
      [
        ['a', 'a', 'c', 'a', null],
        ['a', 'b', 'b', 'a', null],
        ['b', 'b', 'a', 'a', null],
      ],
    )
    // a, b are certain, c is one of three; one release has two thirds of a and of b, one third of c.
    expect(found).toMatchObject({ estimate: 'mode', cells: 3, window: null })
    expect(found.near).toBeCloseTo((2 + 1 / 3) / 3, 12)
    expect(found.nearByOne).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3) / 3, 12)
    expect(found.error).toBeCloseTo(1 - found.near, 12)
  })
})

describe('midRanks', () => {
  it('are between 0 and 1, equal for ties, NaN for missing values', () => {
    expect([...midRanks(f64(5, 1, Number.NaN, 5, 9))]).toEqual([0.5, 0, Number.NaN, 0.5, 1])
    expect([...midRanks(f64(7))]).toEqual([0])
    expect(midRanks(f64())).toHaveLength(0)
  })
})
