import { describe, expect, it } from 'vitest'
import { exactOf, powOf, spread, unitsOff } from './exact.fixture.js'
import { pow } from './pow.js'

const off = (x: number, y: number): number => unitsOff(pow(x, y), powOf(exactOf(x), exactOf(y)))

describe('pow', () => {
  it.each([
    [0.9, 1.1, 700],
    [0.01, 20, 60],
    [1, 1.5, 300],
    [1.7, 2, 300],
    [1e-9, 1e9, 9],
    [0.5, 2, 1],
    [1e99, 1e100, 1.5],
  ])('has all its digits for x from %d to %d and y up to %d', (low, high, most) => {
    const xs = spread(low, high)
    const ys = spread(-most, most, 251).reverse()
    // Half a unit and what the polynomial of e^z loses.
    expect(Math.max(...xs.map((x, i) => off(x, ys[i])))).toBeLessThan(0.78)
  })

  it('is exact for exact results: whole powers of small numbers, halves of squares, reciprocals of powers of 2', () => {
    for (let x = 2; x <= 30; x++) {
      for (let y = 2, power = x * x; power < 2 ** 53; y++, power *= x) expect(pow(x, y)).toBe(power)
      expect(pow(x * x, 0.5)).toBe(x)
      expect(pow(2 ** x, -3)).toBe(2 ** (-3 * x))
    }
  })

  it('reaches the least and the greatest numbers as their halves and doubles do', () => {
    for (const [x, y] of [
      [3, -676.5],
      [7, -382.1],
      [0.1, 323.2],
      [1.0001, -7.44e6],
    ]) {
      // Below the least normal number a unit of the last place is 5e-324.
      const half = pow(x, y / 2)
      expect(pow(x, y)).toBeGreaterThan(0)
      expect(Math.abs(pow(x, y) - half * half)).toBeLessThanOrEqual(1e-323 + 4e-13 * half * half)
    }
    expect([pow(2, 1023), pow(2, 1023.9999999999999) / 2 ** 1023]).toEqual([2 ** 1023, expect.closeTo(2, 12)])
    expect([pow(2, 1024), pow(10, 309), pow(0.1, -309), pow(1.5, 1e20)]).toEqual(Array(4).fill(Infinity))
    expect([pow(2, -1074), pow(2, -1075), pow(2, -1076), pow(2, -1081), pow(0.5, 1e20)]).toEqual([5e-324, 0, 0, 0, 0])
    expect([pow(2, -1074.9), pow(2, -1074.5)]).toEqual([5e-324, 5e-324])
  })

  it('handles bases below 0, limits and infinite exponents as the language does', () => {
    const bases = [0, -0, 1, -1, 2, -2, 0.5, -0.5, 8, Infinity, -Infinity, Number.NaN]
    const huge = [1e21, 1.0000000000000001e21, 1e22, 2 ** 53 + 2, Infinity]
    const exponents = [0, -0, 1, 2, 3, 4, 0.5, 2.5, 1e9, ...huge, Number.NaN].flatMap((y) => [y, -y])
    for (const x of bases) {
      for (const y of exponents) {
        const expected = x ** y
        // If the result is a power of two, 0, infinite or missing, every engine gives the same.
        if (Math.abs(expected) > 0 && Math.abs(expected) < Infinity && !Number.isInteger(Math.log2(Math.abs(expected))))
          continue
        expect([x, y, pow(x, y)]).toEqual([x, y, expected])
      }
    }
  })
})
