import { mean, standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeTails, percentThresholds } from './tails.js'

/** Ties, zeros and missing values among the values; at least one value is present. */
const column = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
      { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((values) => Float64Array.from(values))
  .filter((values) => values.some((value) => !Number.isNaN(value)))
const percent = fc.double({ min: 0, max: 49, noNaN: true })
const replacement = fc.constantFrom('threshold', 'tail-mean', 'tail-median')

describe('percentThresholds', () => {
  it('are the values next to the tails', () => {
    const x = Float64Array.from({ length: 20 }, (_, i) => 20 - i)
    expect(percentThresholds(x, 5, 10)).toEqual({ bottom: 2, top: 18 })
    // 4.9 % of 20 are less than one value: nothing lies beyond the largest.
    expect(percentThresholds(x, 0, 4.9)).toEqual({ bottom: -Infinity, top: 20 })
    expect(percentThresholds(Float64Array.of(7, Number.NaN), 99, 99)).toEqual({ bottom: 7, top: 7 })
  })

  it('leave at most that share beyond them, and one tie more would exceed it', () => {
    fc.assert(
      fc.property(column, percent, percent, (x, bottomPercent, topPercent) => {
        const { bottom, top } = percentThresholds(x, bottomPercent, topPercent)
        const m = x.filter((value) => !Number.isNaN(value)).length
        const share = (tail: Float64Array): number => (100 * tail.length) / m
        expect(bottom).toBeLessThanOrEqual(top)
        // 1e-6: a percent that makes a whole number of values up to rounding counts as that number.
        expect(share(x.filter((value) => value > top))).toBeLessThanOrEqual(topPercent + 1e-6)
        expect(share(x.filter((value) => value < bottom))).toBeLessThanOrEqual(bottomPercent + 1e-6)
        if (topPercent > 0) expect(share(x.filter((value) => value >= top))).toBeGreaterThan(topPercent - 1e-6)
        if (bottomPercent > 0) expect(share(x.filter((value) => value <= bottom))).toBeGreaterThan(bottomPercent - 1e-6)
      }),
    )
  })
})

describe('codeTails', () => {
  const x = Float64Array.of(1, 2, 3, Number.NaN, 50, 4, 100, -30, 90)

  it('replaces values beyond the thresholds, not the thresholds', () => {
    const limits = { bottom: 2, top: 50 }
    expect(codeTails(x, limits)).toEqual({
      values: Float64Array.of(2, 2, 3, Number.NaN, 50, 4, 50, 2, 50),
      below: 2,
      above: 2,
    })
    // (1 − 30)/2 and (100 + 90)/2
    const byMean = Float64Array.of(-14.5, 2, 3, Number.NaN, 50, 4, 95, -14.5, 95)
    expect(codeTails(x, limits, 'tail-mean').values).toEqual(byMean)
    const skewed = Float64Array.of(1, 11, 12, 40)
    expect(codeTails(skewed, { bottom: -Infinity, top: 1 }, 'tail-median').values).toEqual(
      Float64Array.of(1, 12, 12, 12),
    )
  })

  it('keeps the order and the values between, for any replacement', () => {
    fc.assert(
      fc.property(column, percent, percent, replacement, (values, bottomPercent, topPercent, how) => {
        const thresholds = percentThresholds(values, bottomPercent, topPercent)
        const { values: y, below, above } = codeTails(values, thresholds, how)
        let inTails = 0
        values.forEach((value, i) => {
          if (Number.isNaN(value)) return expect(y[i]).toBeNaN()
          if (value < thresholds.bottom || value > thresholds.top) inTails++
          else expect(y[i]).toBe(value)
          values.forEach((other, j) => {
            if (value <= other) expect(y[i]).toBeLessThanOrEqual(y[j])
          })
        })
        expect(below + above).toBe(inTails)
      }),
    )
  })

  it('keeps the mean with tail means, and nothing changes when thresholds are coded again', () => {
    fc.assert(
      fc.property(column, percent, percent, (values, bottomPercent, topPercent) => {
        const thresholds = percentThresholds(values, bottomPercent, topPercent)
        const difference = mean(codeTails(values, thresholds, 'tail-mean').values) - mean(values)
        // The contract's bound, relative to the standard deviation; the second term is the rounding of sums of numbers
        // up to 1e6.
        const bound = 1e-9 * standardDeviation(values, 0) + 1e-9
        expect(Math.abs(difference)).toBeLessThanOrEqual(bound)
        const once = codeTails(values, thresholds).values
        expect(codeTails(once, thresholds)).toEqual({ values: once, below: 0, above: 0 })
      }),
    )
  })

  it('is equivariant under translation and scaling', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1 }),
        fc.integer(),
        percent,
        (list, shift, p) => {
          const before = Float64Array.from(list)
          // Whole numbers far below 2⁵³: exact.
          const after = before.map((value) => 8 * value + shift)
          const coded = codeTails(before, percentThresholds(before, p, p)).values
          const shifted = codeTails(after, percentThresholds(after, p, p)).values
          expect(shifted).toEqual(coded.map((value) => 8 * value + shift))
        },
      ),
    )
  })

  it('works at the ends of the doubles', () => {
    const wide = Float64Array.of(-1e300, -5e-324, 5e-324, 1e300)
    const coded = codeTails(wide, percentThresholds(wide, 25, 25)).values
    expect(coded).toEqual(Float64Array.of(-5e-324, -5e-324, 5e-324, 5e-324))
    expect(codeTails(wide, { bottom: 0, top: 0 }, 'tail-mean').values[3]).toBe(5e299)
  })
})
