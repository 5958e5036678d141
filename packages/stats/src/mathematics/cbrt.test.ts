import { describe, expect, it } from 'vitest'
import { around, cbrtOf, greatestOff, spread } from './exact.fixture.js'
import { cbrt } from './cbrt.js'

describe('cbrt', () => {
  it.each([
    [1e-30, 1e-29],
    [0.1, 1],
    [1, 8],
    [1e15, 1e16],
    [1e149, 1e150],
  ])('has all its digits from %d to %d, and the sign of x', (low, high) => {
    expect(greatestOff(spread(low, high), cbrt, cbrtOf)).toBeLessThan(0.7)
    for (const x of spread(low, high, 20)) expect(cbrt(-x)).toBe(-cbrt(x))
  })

  it('is 2ᵏ times as large for an argument 8ᵏ times as large, down to the least number', () => {
    for (const x of spread(1, 8, 40)) {
      const root = cbrt(x)
      for (const k of [-330, -320, -300, -50, 50, 300, 340])
        expect(Math.abs(cbrt(x * 8 ** k) / 2 ** k / root - 1)).toBeLessThan(2.3e-16)
    }
    for (const x of around(1e-300)) expect(cbrt(x) / 1e-100).toBeCloseTo(1, 14)
    // The least number is 4·2⁻¹⁰⁷⁶ = 4·8⁻³⁵⁸·4⁻¹: a third of −1074 is −358.
    expect(cbrt(5e-324)).toBe(2 ** -358)
    expect(cbrt(8 * 5e-324)).toBe(2 ** -357)
    expect(cbrt(1.7976931348623157e308) / 5.643803094122362e102).toBeCloseTo(1, 15)
  })

  it('returns values with no other root unchanged', () => {
    expect([0, -0, Infinity, -Infinity, Number.NaN].map(cbrt)).toEqual([0, -0, Infinity, -Infinity, Number.NaN])
  })
})
