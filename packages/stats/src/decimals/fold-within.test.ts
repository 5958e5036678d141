import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWithin } from './fold-within.js'

describe('foldWithin', () => {
  it('reflects at each bound, as often as needed', () => {
    expect([-3, -0.5, 0, 4, 10, 11, 19, 21, 43].map((value) => foldWithin(value, 0, 10))).toEqual([
      3, 0.5, 0, 4, 10, 9, 1, 1, 3,
    ])
    expect([-2, 7].map((value) => foldWithin(value, 1, Infinity))).toEqual([4, 7])
    expect([-2, 7].map((value) => foldWithin(value, -Infinity, 5))).toEqual([-2, 3])
    expect(foldWithin(Number.NaN, 0, 1)).toBeNaN()
    expect([3, 5, 8].map((value) => foldWithin(value, 5, 5))).toEqual([5, 5, 5])
  })

  it('returns a value within the bounds, a value inside unchanged, and has the period of the reflection', () => {
    const side = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (min, width, y) => {
          const fold = (value: number): number => foldWithin(value, min, min + width)
          const once = fold(y)
          expect(once >= min && once <= min + width).toBe(true)
          expect(fold(once)).toBe(once)
          if (y >= min && y <= min + width) expect(once).toBe(y)
          // A few roundings of numbers up to 1e6.
          expect(Math.abs(fold(y + 2 * width) - once)).toBeLessThan(1e-8)
          expect(Math.abs(fold(2 * min - y) - once)).toBeLessThan(1e-8)
        },
      ),
    )
  })

  it('keeps a uniform distribution uniform: no value piles up at a bound', () => {
    // A grid of the noise on a grid of the file, both even: each tenth of the range gets as much.
    const tenths = new Array<number>(10).fill(0)
    for (let x = 0.5; x < 100; x++) {
      for (let e = -29.5; e < 30; e++) tenths[Math.floor(foldWithin(x + e + 0.25, 0, 100) / 10)]++
    }
    for (const count of tenths) expect(Math.abs(count - 600)).toBeLessThanOrEqual(60)
  })
})
