import { describe, expect, it } from 'vitest'
import { around, exactOf, expOf, greatestOff, one, spread } from './exact.fixture.js'
import { expm1 } from './expm1.js'

const exact = (x: bigint): bigint => expOf(x) - one
const turn = 0.5 * Math.LN2

describe('expm1', () => {
  it.each([
    // One interval for every way to put the parts together: k = 0, ±1, −2 and below, up to 19, to 56, beyond.
    ['near 0', -turn, turn],
    ['hardly off 0', -1e-3, 1e-3],
    ['k = −1', -3 * turn, -turn],
    ['k = 1, r < −¼', turn, Math.LN2 - 0.25],
    ['k = 1, r ≥ −¼', Math.LN2 - 0.25, 3 * turn],
    ['k = −2', -5 * turn, -3 * turn],
    ['k < −2', -40, -5 * turn],
    ['1 < k < 20', 3 * turn, 39 * turn],
    ['20 ≤ k ≤ 56', 39 * turn, 113 * turn],
    ['k > 56', 113 * turn, 60],
  ])('has all its digits %s', (_what, low, high) => {
    // The polynomial, the division and the last sum: half a unit and some 0.25.
    expect(greatestOff(spread(low, high), expm1, exact)).toBeLessThan(0.8)
  })

  it('has them at the borders of its branches', () => {
    const turns = [-1, 1, -3, 3, -5, 5, 37, 39, 111, 113].map((k) => k * turn)
    const points = [5e-17, -5e-17, Math.LN2 - 0.25, -40, ...turns].flatMap((x) => around(x))
    expect(greatestOff(points, expm1, exact)).toBeLessThan(0.8)
  })

  it('is x if that is nearest, −1 for very negative x, and infinite beyond the greatest number', () => {
    expect([1e-17, -1e-17, -0, 5e-324].map(expm1)).toEqual([1e-17, -1e-17, -0, 5e-324])
    expect([-41, -1e300, -Infinity].map(expm1)).toEqual([-1, -1, -1])
    expect(expm1(Number.NaN)).toBeNaN()
    // ln of the greatest number is 709.782712893384.
    expect([709.79, 710, 711, Infinity].map(expm1)).toEqual([Infinity, Infinity, Infinity, Infinity])
    expect(Math.abs(expm1(709.7) / Number(exact(exactOf(709.7)) >> 640n) - 1)).toBeLessThan(4e-16)
  })
})
