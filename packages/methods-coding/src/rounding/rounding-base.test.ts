import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseFromSpread } from './rounding-base.js'

/** Two values each that are 2a apart have the standard deviation a·√(4/3). */
const spreadOf = (a: number): Float64Array => Float64Array.of(a, a, -a, -a)

describe('baseFromSpread', () => {
  it('is the power of ten at the last digit kept of the standard deviation', () => {
    // 2·√(4/3) = 2.31, 20·√(4/3) = 23.1
    expect([1, 2, 3].map((digits) => baseFromSpread(spreadOf(2), digits))).toEqual([1, 0.1, 0.01])
    expect([1, 2].map((digits) => baseFromSpread(spreadOf(20), digits))).toEqual([10, 1])
    // Standard deviation exactly 10, with any shift.
    expect(baseFromSpread(Float64Array.of(-10, 0, 10), 1)).toBe(10)
    expect(baseFromSpread(Float64Array.of(1e9 + 10, 1e9, 1e9 - 10), 1)).toBe(10)
    expect(baseFromSpread(Float64Array.of(0.1, Number.NaN, 0.3, 0.2), 1)).toBe(0.1)
  })

  it('scales with powers of ten', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 2 }), fc.nat(12), (list, k) => {
        const base = baseFromSpread(Float64Array.from(list), 2)
        const scaled = baseFromSpread(
          Float64Array.from(list, (value) => value * 10 ** k),
          2,
        )
        // Dividing as decimals: whole numbers up to 10¹⁵ are exact.
        if (Number.isNaN(base)) expect(scaled).toBeNaN()
        else expect(scaled / base).toBeCloseTo(10 ** k, -k - 10)
      }),
    )
  })

  it('works at the ends of the doubles', () => {
    expect(baseFromSpread(spreadOf(2e300), 1)).toBe(1e300)
    expect(baseFromSpread(spreadOf(1.5e308), 1)).toBe(1e308)
    expect(baseFromSpread(spreadOf(2e-300), 1)).toBe(1e-300)
    expect(baseFromSpread(spreadOf(2e-310), 1)).toBe(1e-310)
    expect(baseFromSpread(spreadOf(2e-310), 15)).toBe(5e-324)
    // The range is wider than any double: no base follows from it.
    expect(baseFromSpread(Float64Array.of(-1.79e308, 1.79e308), 1)).toBeNaN()
  })

  it('is NaN without variation', () => {
    for (const values of [[], [Number.NaN], [5], [5, 5, Number.NaN], [0.1, 0.1, 0.1]])
      expect(baseFromSpread(Float64Array.from(values), 1)).toBeNaN()
  })
})
