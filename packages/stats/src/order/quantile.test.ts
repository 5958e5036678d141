import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { median, quantile, quantiles } from './quantile.js'

const values = fc
  .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((v) => Float64Array.from(v))
const probability = fc.double({ min: 0, max: 1, noNaN: true })

describe('quantile', () => {
  it('interpolates between order statistics', () => {
    // (m − 1)p of four values at p = 0.4 is 1.2.
    expect(quantile(Float64Array.of(10, 40, 20, 30), 0.4)).toBeCloseTo(22, 12)
    expect(median(Float64Array.of(3, 1, 2))).toBe(2)
    expect(median(Float64Array.of(1, 2))).toBe(1.5)
  })

  it('is the minimum at 0, the maximum at 1, and increases', () => {
    fc.assert(
      fc.property(values, probability, probability, (v, p, q) => {
        const [low, a, b, high] = quantiles(v, [0, Math.min(p, q), Math.max(p, q), 1])
        expect(low).toBe(v.reduce((x, y) => Math.min(x, y)))
        expect(high).toBe(v.reduce((x, y) => Math.max(x, y)))
        // Interpolation rounds: by ε of the largest value.
        expect(a).toBeLessThanOrEqual(b + 4e-16 * Math.max(Math.abs(low), Math.abs(high)))
      }),
    )
  })

  it('leaves out missing values, and is missing without any', () => {
    expect(quantile(Float64Array.of(Number.NaN, 1, 3, Number.NaN), 0.5)).toBe(2)
    expect(quantile(Float64Array.of(Number.NaN), 0.5)).toBeNaN()
    expect(median(new Float64Array(0))).toBeNaN()
  })

  it('handles infinities', () => {
    expect(quantile(Float64Array.of(Infinity, Infinity, 1), 0.8)).toBe(Infinity)
    expect(quantile(Float64Array.of(-Infinity, 1, 2), 0.5)).toBe(1)
  })

  it('refuses values that are not probabilities', () => {
    for (const p of [-0.1, 1.1, Number.NaN]) expect(() => quantile(Float64Array.of(1), p)).toThrow(RangeError)
  })
})

describe('census', () => {
  it('has the quantiles of R', () => {
    const columns = censusColumns()
    const { input, output } = reference('correlations.json', 'census_quantiles7')
    const ps = input.params.probs as number[]
    output.rows.forEach((row: number[], i: number) => {
      // One interpolation: a few ε.
      quantiles(columns.get(output.rownames[i])!, ps).forEach((q, k) => {
        expect(Math.abs(q - row[k])).toBeLessThanOrEqual(1e-15 * Math.abs(row[k]))
      })
    })
  })
})
