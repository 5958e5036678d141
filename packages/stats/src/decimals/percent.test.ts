import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, smallestPercent } from './percent.js'

describe('percentOf', () => {
  it('rounds down, and keeps whole numbers', () => {
    expect(percentOf(0.57, 10_000)).toBe(57)
    expect(percentOf(100, 3)).toBe(3)
    expect(percentOf(33.33, 3)).toBe(0)
  })
})

describe('smallestPercent', () => {
  it('has four digits, rounded up if the next lower one is too small', () => {
    expect(smallestPercent(3)).toBe(33.34)
    expect(smallestPercent(3, 2)).toBe(66.67)
    expect(smallestPercent(1)).toBe(100)
    expect(smallestPercent(7)).toBe(14.29)
    expect(smallestPercent(4)).toBe(25)
    expect(smallestPercent(1024)).toBe(0.09766)
    expect(smallestPercent(1e6, 1)).toBe(0.0001)
    expect(smallestPercent(3e6, 1)).toBe(0.00003334)
    expect(smallestPercent(6000, 5999)).toBe(99.99)
  })

  it('gives one for every count', () => {
    for (let count = 1; count <= 5000; count++) {
      const least = smallestPercent(count)
      expect(percentOf(least, count)).toBe(1)
      // It has four digits, so it is at most a thousandth above 100/count.
      expect(least).toBeLessThanOrEqual((100 / count) * 1.001)
    }
  })

  it('gives any part of a count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
        const part = Math.max(1, Math.round(share * count))
        const least = smallestPercent(count, part)
        expect(percentOf(least, count)).toBeGreaterThanOrEqual(part)
        expect(least).toBeLessThanOrEqual(((100 * part) / count) * 1.001)
      }),
    )
  })
})
