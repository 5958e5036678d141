import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { constantOf, countValues, hasMissing, mean, standardDeviation, sum, variance } from './moments.js'
import { median } from '../order/quantile.js'
import { standardise } from './standardise.js'

const integers = fc
  .array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 60 })
  .map((v) => Float64Array.from(v))

describe('sum and mean', () => {
  it('loses nothing to cancellation', () => {
    expect(sum(Float64Array.of(1, 1e100, 1, -1e100))).toBe(2)
    expect(sum(new Float64Array(1e5).fill(0.1))).toBe(10_000)
  })

  it('leaves out missing values', () => {
    const values = Float64Array.of(Number.NaN, 1, 2, Number.NaN, 6)
    expect([countValues(values), sum(values), mean(values)]).toEqual([3, 9, 3])
    expect(mean(Float64Array.of(Number.NaN))).toBeNaN()
    expect(sum(new Float64Array(0))).toBe(0)
  })

  it('has an error of at most one rounding, for any cancellation', () => {
    // Multiples of 2⁻⁶⁰ up to 2⁶⁰, so that the sum is exact in whole numbers.
    const digits = fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 89 }))
    fc.assert(
      fc.property(fc.array(digits, { minLength: 1, maxLength: 50 }), (list) => {
        const exact = list.reduce((total, [m, e]) => total + (BigInt(m) << BigInt(e)), 0n)
        const got = sum(Float64Array.from(list, ([m, e]) => m * 2 ** (e - 60)))
        const size = list.reduce((most, [m, e]) => Math.max(most, Math.abs(m) * 2 ** e), 0)
        const gap = Number(BigInt(got * 2 ** 60) - exact)
        // Half a unit of the last place of the sum; of second order what the compensation itself is rounded by.
        expect(Math.abs(gap)).toBeLessThanOrEqual(2 ** -53 * Math.abs(Number(exact)) + 50 ** 2 * 2 ** -105 * size + 0.5)
      }),
    )
  })

  it('finds a missing value in any position, and a constant among missing values', () => {
    const columns = [0, 1, 2].map((at) => Float64Array.of(3, 3, 3).fill(Number.NaN, at, at + 1))
    expect(columns.map(hasMissing)).toEqual([true, true, true])
    expect(columns.map(constantOf)).toEqual([3, 3, 3])
    expect(columns.map(countValues)).toEqual([2, 2, 2])
    expect(hasMissing(Float64Array.of(1, 2))).toBe(false)
    expect(constantOf(Float64Array.of(3, 3, 4))).toBeUndefined()
    expect(constantOf(Float64Array.of(4, 3))).toBeUndefined()
    expect([constantOf(new Float64Array(0)), constantOf(Float64Array.of(Number.NaN))]).toEqual([undefined, undefined])
    expect(variance(Float64Array.of(Number.NaN, 1, Number.NaN, 3), 0)).toBe(1)
  })

  it('passes infinities on', () => {
    expect(mean(Float64Array.of(1, Infinity, 2))).toBe(Infinity)
    expect(sum(Float64Array.of(Infinity, -Infinity))).toBeNaN()
  })

  it('are the constant itself and a variance of 0 for a constant column', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e100, max: 1e100, noNaN: true }), fc.integer({ min: 2, max: 50 }), (c, n) => {
        const values = new Float64Array(n).fill(c)
        expect(mean(values)).toBe(c)
        expect(variance(values)).toBe(0)
        expect(constantOf(values)).toBe(c)
      }),
    )
  })
})

describe('variance', () => {
  it('is the sum over pairs Σ(x_i − x_j)²/(2m(m − 1)), which needs no mean', () => {
    fc.assert(
      fc.property(integers, (values) => {
        let pairs = 0
        for (const a of values) for (const b of values) pairs += (a - b) ** 2
        const expected = pairs / (2 * values.length * (values.length - 1))
        // The pair sum is an exact integer; 60 additions of ours round by ε each at most.
        expect(Math.abs(variance(values) - expected)).toBeLessThanOrEqual(60 * 2 ** -52 * expected)
      }),
    )
  })

  it('does not change when 1e9 is added', () => {
    fc.assert(
      fc.property(integers, (values) => {
        // Integers stay exact at 1e9. The mean is off by 1e9·ε = 1e-7 at most, and the correction takes its square off.
        const moved = variance(values.map((v) => v + 1e9))
        expect(Math.abs(moved - variance(values))).toBeLessThanOrEqual(1e-12 * variance(values))
      }),
    )
  })

  it('corrects the rounding of the mean', () => {
    // Spacing 2⁻²⁰ at 1e9, where doubles are 2⁻²³ apart: the mean of 55/6 spacings is rounded, every value is exact.
    const small = Float64Array.of(0, 1, 4, 9, 16, 25)
    const far = small.map((v) => 1e9 + v * 2 ** -20)
    expect(variance(far) * 2 ** 40).toBeCloseTo(variance(small), 11)
  })

  it('divides by m − ddof and is missing if that is not positive', () => {
    expect(variance(Float64Array.of(1, 3), 0)).toBe(1)
    expect(standardDeviation(Float64Array.of(1, 3))).toBe(Math.SQRT2)
    expect(variance(Float64Array.of(5))).toBeNaN()
    expect(variance(Float64Array.of(5, Number.NaN))).toBeNaN()
    expect(variance(Float64Array.of(5), 0)).toBe(0)
  })
})

describe('standardise', () => {
  it('gives mean 0 and sd 1, and zeros with a flag to constants', () => {
    const { columns, constant, sd } = standardise([Float64Array.of(1, 2, 3, 6), new Float64Array(4).fill(0.1)])
    // Four values of about 1: a few ε.
    expect(mean(columns[0])).toBeCloseTo(0, 15)
    expect(standardDeviation(columns[0])).toBeCloseTo(1, 14)
    expect(columns[1]).toEqual(new Float64Array(4))
    expect(constant).toEqual([false, true])
    expect(sd[1]).toBe(0)
  })

  it('uses the moments of the reference and leaves missing values missing', () => {
    const { columns, constant } = standardise(
      [Float64Array.of(4, Number.NaN), Float64Array.of(1, Number.NaN)],
      [Float64Array.of(1, 2, 3), Float64Array.of(8, 8, 8)],
    )
    expect(Array.from(columns[0])).toEqual([2, Number.NaN])
    expect(Array.from(columns[1])).toEqual([0, Number.NaN])
    expect(constant).toEqual([false, true])
    expect(() => standardise([], [Float64Array.of(1)])).toThrow(RangeError)
  })
})

describe('census', () => {
  it('has the moments of R', () => {
    const columns = censusColumns()
    const { output } = reference('correlations.json', 'census_moments')
    const ours: Record<string, (v: Float64Array) => number> = { mean, median, var: variance, sd: standardDeviation }
    // The mean is rounded once, the variance is a sum of 1080 squares of one sign.
    for (const [statistic, of] of Object.entries(ours)) {
      expect(Object.keys(output[statistic])).toHaveLength(13)
      for (const [name, value] of Object.entries<number>(output[statistic])) {
        expect(Math.abs(of(columns.get(name)!) - value)).toBeLessThanOrEqual(1e-14 * Math.abs(value))
      }
    }
  })
})
