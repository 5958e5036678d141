import { describe, expect, it } from 'vitest'
import { around, cosOf, greatestOff, sinOf, spread } from './exact.fixture.js'
import { cos, sin } from './sin.js'

const quarter = Math.PI / 4

describe('sin and cos', () => {
  it.each([
    [-quarter, quarter],
    [-1e-8, 1e-8],
    [quarter, 3 * quarter],
    [3 * quarter, 5 * quarter],
    [5 * quarter, 7 * quarter],
    [7 * quarter, 9 * quarter],
    [-9 * quarter, -quarter],
    [-1.6e6, 1.6e6],
    [1.65e6, 1e9],
    [-1e22, -1e20],
  ])('have all their digits from %d to %d', (low, high) => {
    expect(greatestOff(spread(low, high), sin, sinOf)).toBeLessThan(0.8)
    expect(greatestOff(spread(low, high), cos, cosOf)).toBeLessThan(0.8)
  })

  it('have them at the borders of the quadrants, and next to their zeros', () => {
    const points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 333, 355, 710].flatMap((k) =>
      [k * quarter, -k * quarter].flatMap((x) => around(x, 2)),
    )
    expect(greatestOff(points, sin, sinOf)).toBeLessThan(0.8)
    expect(greatestOff(points, cos, cosOf)).toBeLessThan(0.8)
    expect(greatestOff(around(1e-9), sin, sinOf)).toBeLessThan(0.8)
  })

  it('have no value at infinity, and keep the sign of 0', () => {
    for (const x of [Infinity, -Infinity, Number.NaN]) expect([sin(x), cos(x)]).toEqual([Number.NaN, Number.NaN])
    expect([sin(0), sin(-0), cos(0), cos(-0)]).toEqual([0, -0, 1, 1])
    expect([sin(5e-324), sin(-1e-300)]).toEqual([5e-324, -1e-300])
  })
})
