import { describe, expect, it } from 'vitest'
import { around, exactOf, greatestOff, ln2, logOf, one, spread, unitsOff } from './exact.fixture.js'
import { log10, log2, log2High, log2Low } from './log2.js'

const over = (a: bigint, b: bigint): bigint => (a << 640n) / b
const ln10 = logOf(10n * one)
const exact2 = (x: bigint): bigint => over(logOf(x), ln2)
const exact10 = (x: bigint): bigint => over(logOf(x), ln10)
const joints = [1.224744871391589, 1.7320508075688772, 1.5, Math.SQRT2]

describe('log2 and log10', () => {
  it.each([
    [0.5, 1],
    [1, 1.2247],
    [1.2247, 1.7321],
    [1.7321, 2],
    [0.999, 1.001],
    [2 ** -120, 2 ** -118],
    [1, 2 ** 40],
    [1e99, 1e100],
  ])('are the doubles nearest to the value, or nearly so, from %d to %d', (low, high) => {
    // 70 bits of 53 leave a thousandth of a unit in doubt; the parts' low order terms are worth more than that.
    expect(greatestOff(spread(low, high), log2, exact2)).toBeLessThan(0.502)
    expect(greatestOff(spread(low, high), log10, exact10)).toBeLessThan(0.502)
  })

  it('are so at the changes of the centre of the series', () => {
    const points = joints.flatMap((m) => [m, m / 2, m * 2 ** 30]).flatMap((x) => around(x))
    expect(greatestOff(points, log2, exact2)).toBeLessThan(0.502)
    expect(greatestOff(points, log10, exact10)).toBeLessThan(0.502)
  })

  it('have two parts: the first has 26 bits, the sum some 65', () => {
    for (const x of [...spread(0.3, 3), ...spread(1e-30, 1e30), ...joints.flatMap((m) => around(m))]) {
      const high = log2High(x)
      const low = log2Low
      // 26 bits: nothing is left in the lower 27 of the 53.
      const size = 2 ** Math.floor(Math.log2(Math.abs(high)))
      expect(Number.isInteger((high / size) * 2 ** 26)).toBe(true)
      const gap = exactOf(high) + exactOf(low) - exact2(exactOf(x))
      // Error in units of 2⁻⁶⁴⁰; near x = 1 the value itself is small, and so is its error.
      expect(Number(gap >> 500n) / 2 ** 140 / Math.max(2 ** -3, Math.abs(high))).toBeLessThan(2 ** -64)
      expect(Number(gap >> 500n) / 2 ** 140 / Math.max(2 ** -3, Math.abs(high))).toBeGreaterThan(-(2 ** -64))
    }
  })

  it('handle numbers below the least normal one by 54 more places', () => {
    for (const m of [1, 1.1, 1.5, 1.9, 3, 1234567]) {
      const tiny = m * 2 ** -1060
      // The part of m that remains after division by 2¹⁰⁶⁰ decides.
      const kept = tiny * 2 ** 1000 * 2 ** 60
      expect(unitsOff(log2(tiny), exact2(exactOf(kept)) - 1060n * one)).toBeLessThan(0.502)
      expect(unitsOff(log10(tiny), over(logOf(exactOf(kept)) - 1060n * ln2, ln10))).toBeLessThan(0.502)
    }
    expect([log2(2.2250738585072014e-308), log2(2.225073858507201e-308)]).toEqual([-1022, -1022])
  })

  it('have their limits, and NaN below 0', () => {
    for (const f of [log2, log10]) {
      expect([0, -0, Infinity].map(f)).toEqual([-Infinity, -Infinity, Infinity])
      expect([-1, -Infinity, Number.NaN, -5e-324].map(f)).toEqual(Array(4).fill(Number.NaN))
    }
  })
})
