import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalMidpoint, decimalOf, digitsAt, fromDecimal } from './decimal.js'

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })

describe('decimalOf', () => {
  it('is the number in its shortest notation', () => {
    expect(decimalOf(0.1)).toEqual({ digits: 1n, exponent: -1 })
    expect(decimalOf(-1234.5)).toEqual({ digits: -12345n, exponent: -1 })
    expect(decimalOf(5e-324)).toEqual({ digits: 5n, exponent: -324 })
    expect(decimalOf(0).digits).toBe(0n)
  })

  it('reads back as the number', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        const { digits, exponent } = decimalOf(value)
        expect(fromDecimal(digits, exponent)).toBe(value + 0)
      }),
    )
  })
})

describe('decimalMidpoint', () => {
  it('is the middle of the decimals', () => {
    expect(decimalMidpoint(0.1, 0.2)).toBe(0.15)
    expect(decimalMidpoint(1.1, 1.3)).toBe(1.2)
    expect(decimalMidpoint(-5, 10)).toBe(2.5)
    expect(decimalMidpoint(1.7e308, 1.6e308)).toBe(1.65e308)
    expect(decimalMidpoint(-1e300, 1e300)).toBe(0)
    expect(decimalMidpoint(0, 1e-323)).toBe(5e-324)
  })

  it('lies between the two in either order', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        const middle = decimalMidpoint(a, b)
        expect(middle).toBeGreaterThanOrEqual(Math.min(a, b))
        expect(middle).toBeLessThanOrEqual(Math.max(a, b))
        expect(decimalMidpoint(b, a)).toBe(middle)
      }),
    )
  })
})

it('digitsAt writes a decimal with a smaller exponent', () => {
  expect([digitsAt({ digits: 12n, exponent: 3 }, 1), digitsAt({ digits: -5n, exponent: -2 }, -2)]).toEqual([1200n, -5n])
})
