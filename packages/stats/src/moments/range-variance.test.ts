import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variance } from './moments.js'
import { rangeVariance } from './range-variance.js'

const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1, max: 1 }))
const offset = fc.constantFrom(0, 1e9, -1e9)

describe('rangeVariance', () => {
  it('is the two-pass variance of every stretch, also far from zero and next to an outlier', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), offset, fc.boolean(), (list, far, outlier) => {
        const values = Float64Array.from([...list.map((v) => far + v), ...(outlier ? [-1e12] : [])]).sort()
        const between = rangeVariance(values)
        for (let first = 0; first < values.length; first++) {
          for (let last = first + 2; last <= values.length; last++) {
            const expected = variance(values.subarray(first, last))
            // About ten roundings of 2⁻⁵³ each on positive terms. The exception is means close together with one value
            // far below them: that costs at most a factor of the number of values. Squares below 1e-308 have few
            // digits.
            expect(Math.abs(between(first, last) - expected)).toBeLessThanOrEqual(1e-13 * expected + 1e-320)
          }
        }
      }),
    )
  })

  it('is exactly 0 for equal values, and NaN for fewer than two', () => {
    const between = rangeVariance(new Float64Array(9).fill(1e9 + 0.1))
    for (let last = 2; last <= 9; last++) expect(between(0, last)).toBe(0)
    expect(between(3, 4)).toBeNaN()
    for (let at = 0; at <= 9; at++) {
      between(0, 9)
      expect([between(at, at), between(at, Math.min(9, at + 1))]).toEqual([Number.NaN, Number.NaN])
    }
    expect(rangeVariance(new Float64Array(0))(0, 0)).toBeNaN()
  })

  it('is fast for long stretches', () => {
    // 200,000 sums over some 100,000 values each would take half a minute.
    const n = 200_000
    const between = rangeVariance(Float64Array.from({ length: n }, (_, i) => i))
    for (let i = 0; i < n; i++) between(i >> 1, n - (i >> 1))
    // 0, 1, …, m − 1 have the variance m(m + 1)/12.
    expect(between(1, n - 1) / (((n - 2) * (n - 1)) / 12)).toBeCloseTo(1, 12)
  })
})
