import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonBins, drawableValues, percentages } from './common-bins.js'

const ramp = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => i / n)

describe('commonBins', () => {
  it('has edges at round numbers and about twice the cube root of n bins', () => {
    // 2 · 1000^(1/3) = 20 bins of .05 span .999.
    expect(commonBins([ramp(1000)])).toEqual({ width: 0.05, first: 0, count: 20 })
    expect(commonBins([ramp(1000).map((value) => value - 0.5)])?.first).toBe(-10)
  })

  it('cuts a tail that is longer than the middle 80 %, and no shorter one', () => {
    const end = (top: number): number => {
      const { width = 0, first = 0, count = 0 } = commonBins([Float64Array.of(...ramp(1000), top)]) ?? {}
      return (first + count) * width
    }
    // The middle reaches from .1 to .9; the longest axis ends at .9 + .8 = 1.7, plus a bin of up to .2.
    expect(end(500)).toBeGreaterThanOrEqual(1.7)
    expect(end(500)).toBeLessThan(1.9)
    expect(end(1.6)).toBeGreaterThan(1.6)
  })

  it('gives integers bins of integer width', () => {
    const dice = Float64Array.from({ length: 60_000 }, (_, i) => 1 + (i % 6)).sort()
    expect(commonBins([dice])).toEqual({ width: 1, first: 1, count: 6 })
    expect(percentages(dice, { width: 1, first: 1, count: 6 }).inside.every((one) => one === 100 / 6)).toBe(true)
  })

  it('puts decimal fractions above the edge that they equal', () => {
    const tenths = Float64Array.from({ length: 10 }, (_, i) => (i + 1) / 10)
    expect([...percentages(tenths, { width: 0.1, first: 1, count: 10 }).inside]).toEqual(new Array(10).fill(10))
  })

  it('accepts a single value, and none', () => {
    for (const value of [0, 7.3, -1e200]) {
      const one = Float64Array.of(value, value)
      const bins = commonBins([one])
      expect(bins && percentages(one, bins).inside.includes(100)).toBe(true)
    }
    expect(commonBins([new Float64Array(0)])).toBeNull()
  })

  it('counts every value once', () => {
    const columns = fc.array(fc.float32Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(columns, (drawn) => {
        const sorted = drawn.map((values) => drawableValues(Float64Array.from(values)))
        const bins = commonBins(sorted)
        if (bins === null) return
        expect(bins.count).toBeLessThan(400)
        for (const values of sorted) {
          if (values.length === 0) continue
          const { inside, below, above } = percentages(values, bins)
          const total = inside.reduce((sum, one) => sum + one, below + above)
          // Up to 400 roundings of percentages.
          expect(Math.abs(total - 100)).toBeLessThan(1e-10)
        }
      }),
    )
  })
})
