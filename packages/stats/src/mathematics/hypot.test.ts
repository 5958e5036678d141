import { describe, expect, it } from 'vitest'
import { around, exactOf, hypotOf, spread, unitsOff } from './exact.fixture.js'
import { hypot } from './hypot.js'

const ys = spread(-3, 3)
const sides = spread(0.01, 5).map((x, i): [number, number] => [x, ys[i]])

describe('hypot', () => {
  it('is within 1.2 units, for either side longer and any signs', () => {
    for (const [a, b] of sides) {
      expect(unitsOff(hypot(a, b), hypotOf(exactOf(a), exactOf(b)))).toBeLessThan(1.2)
      expect([hypot(b, a), hypot(-a, b), hypot(a, -b)]).toEqual(Array(3).fill(hypot(a, b)))
    }
  })

  it('scales with powers of two, across the borders of its scaling', () => {
    for (const [a, b] of sides) {
      const one = hypot(a, b)
      for (const k of [-900, -601, -600, -599, -500, -465, -464, 495, 499, 500, 599, 600, 601, 1000])
        expect(hypot(a * 2 ** k, b * 2 ** k)).toBe(one * 2 ** k)
    }
    for (const x of [...around(1e150), ...around(1e-140)]) {
      expect(hypot(3 * x, 4 * x) / x).toBeCloseTo(5, 14)
      expect(hypot(x, 0)).toBe(x)
      expect(hypot(0, -x)).toBe(x)
    }
  })

  it('loses nothing if one side is far below the other, down to the least number', () => {
    expect([hypot(5e-324, 0), hypot(3 * 5e-324, 4 * 5e-324)]).toEqual([5e-324, 5 * 5e-324])
    expect([hypot(1e-141, 1e-320), hypot(1e151, 1e-320), hypot(1, 1e-300)]).toEqual([1e-141, 1e151, 1])
    expect(hypot(1.7e308, 1.7e308)).toBe(Infinity)
    expect(hypot(1.2e308, 1.2e308) / 1.2e308).toBeCloseTo(Math.SQRT2, 15)
    expect([hypot(0, 0), hypot(-0, 0), hypot(-0, -0)]).toEqual([0, 0, 0])
  })

  it('is infinite if a side is, otherwise missing if one is missing', () => {
    for (const side of [0, 1, 1e200, Number.NaN, Infinity, -Infinity]) {
      for (const end of [Infinity, -Infinity])
        expect([hypot(side, end), hypot(end, side)]).toEqual([Infinity, Infinity])
      if (Math.abs(side) !== Infinity) expect([hypot(side, Number.NaN), hypot(Number.NaN, side)]).toEqual([NaN, NaN])
    }
  })
})
