import fc from 'fast-check'
import { expect, it } from 'vitest'
import { productError, remainder, sumError } from './double-double.js'

/** A double as an exact fraction: its integer over 2^1074. */
function exact(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(value)).buffer)[0]
  const exponent = bits >> 52n
  const digits = bits & ((1n << 52n) - 1n)
  const size = exponent === 0n ? digits : (digits | (1n << 52n)) << (exponent - 1n)
  return value < 0 ? -size : size
}
const UNIT = 1n << 1074n

const usual = fc
  .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -200, max: 200 }), fc.boolean())
  .map(([digits, exponent, negative]) => (negative ? -digits : digits) * 2 ** exponent)

it('gives the exact errors of sums, products and quotients', () => {
  fc.assert(
    fc.property(usual, usual, (a, b) => {
      const sum = a + b
      expect(exact(sum) + exact(sumError(a, b, sum))).toBe(exact(a) + exact(b))
      const product = a * b
      expect((exact(product) + exact(productError(a, b, product))) * UNIT).toBe(exact(a) * exact(b))
      const quotient = a / b
      expect(exact(quotient) * exact(b) + exact(remainder(a, b, quotient)) * UNIT).toBe(exact(a) * UNIT)
    }),
    { numRuns: 1000 },
  )
})
