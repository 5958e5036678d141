import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchParameter } from './search-space.js'
import { fromUnit, toUnit } from './unit-scale.js'

function parameter(least: number, most: number, more: Partial<SearchParameter> = {}): SearchParameter {
  const floor = { value: Number.NEGATIVE_INFINITY, open: false }
  const ceiling = { value: Number.POSITIVE_INFINITY, open: false }
  return { name: 'x', least, most, scale: 'linear', whole: false, start: least, floor, ceiling, ...more }
}

describe('the unit scale of a search range', () => {
  it('is linear, or of logarithms, with the ends at 0 and 1', () => {
    expect(toUnit(parameter(10, 30), 15)).toBe(0.25)
    expect(toUnit(parameter(0.01, 1, { scale: 'log' }), 0.1)).toBeCloseTo(0.5, 12)
    expect([0, 0.25, 1].map((u) => fromUnit(parameter(10, 30), u))).toEqual([10, 15, 30])
    expect([-3, 0.5, 4].map((u) => fromUnit(parameter(0.01, 1, { scale: 'log' }), u))).toEqual([0.01, 0.1, 1])
  })

  it('rounds to what reads well', () => {
    // A fiftieth of 0.49 is 0.0098: thousandths.
    expect(fromUnit(parameter(0.01, 0.5), 1 / 3)).toBe(0.173)
    expect(fromUnit(parameter(20, 95), 1 / 7)).toBe(31)
    expect(fromUnit(parameter(0, 100_000), 1 / 7)).toBe(14_000)
    expect(fromUnit(parameter(0.01, 0.5, { scale: 'log' }), 1 / 3)).toBe(0.037)
    expect(fromUnit(parameter(2, 50, { scale: 'log', whole: true }), 0.4)).toBe(7)
  })

  it('gives a value of the range for every place, the same again for the place of that', () => {
    const ranges = fc.record({
      least: fc.double({ min: 0.001, max: 10, noNaN: true }),
      width: fc.double({ min: 0.01, max: 1000, noNaN: true }),
      scale: fc.constantFrom('linear' as const, 'log' as const),
      unit: fc.double({ min: -1, max: 2, noNaN: true }),
    })
    fc.assert(
      fc.property(ranges, ({ least, width, scale, unit }) => {
        const one = parameter(least, least + width, { scale })
        const value = fromUnit(one, unit)
        expect(value).toBeGreaterThanOrEqual(least)
        expect(value).toBeLessThanOrEqual(least + width)
        expect(fromUnit(one, toUnit(one, value))).toBe(value)
      }),
    )
  })
})
