import { describe, expect, it } from 'vitest'
import { around, greatestOff, logOf, one, spread } from './exact.fixture.js'
import { log1p } from './log1p.js'

const exact = (x: bigint): bigint => logOf(one + x)

describe('log1p', () => {
  it.each([
    [-0.999999, -0.5],
    [-0.5, -1e-8],
    [1e-8, 1],
    [1, 3],
    [3, 1e9],
    [1e15, 1e17],
    [-1e-6, 1e-6],
    [-1e-8, 1e-8],
  ])('has all its digits from %d to %d', (low, high) => {
    expect(greatestOff(spread(low, high), log1p, exact)).toBeLessThan(0.75)
  })

  it('has them at the borders of its branches', () => {
    const points = [1e-8, -1e-8, 1, -0.5, Math.SQRT2 - 1, Math.SQRT1_2 - 1].flatMap((x) => around(x))
    expect(greatestOff(points, log1p, exact)).toBeLessThan(0.75)
    // Next to −1 the sum 1 + x is exact; the least of them is 2⁻⁵³.
    expect(log1p(-1 + 2 ** -53) / (-53 * Math.LN2)).toBeCloseTo(1, 15)
  })

  it('has its limits, and NaN below them', () => {
    expect([-1, Infinity].map(log1p)).toEqual([-Infinity, Infinity])
    expect([-1.0000000000000002, -2, -Infinity, Number.NaN].map(log1p)).toEqual(Array(4).fill(Number.NaN))
    expect([0, -0, 5e-324, -1e-300].map(log1p)).toEqual([0, -0, 5e-324, -1e-300])
  })
})
