import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chiSquaredDistribution } from './chi-squared.js'
import { uniformDistribution, type Distribution } from './distribution.js'
import { fitDistribution } from './fit-distribution.js'
import { isCount, poissonDistribution } from './poisson.js'
import { triangularDistribution } from './triangular.js'

const x = Float64Array.of(2.3, 0.4, 1.1, 5.8, 3.3, 0.9, 2.2, 7.5, 1.6, 4.1)

describe('the Poisson law', () => {
  it("has R's probabilities and quantiles", () => {
    const law = poissonDistribution(6.3)
    // ppois(c(0, 3, 6, 20), 6.3)
    const upTo = [0.0018363047770289071, 0.12637357660274087, 0.5582331269936458, 0.9999969418483734]
    for (const [i, k] of [0, 3, 6, 20].entries()) expect(law.cdf(k + 0.5)).toBeCloseTo(upTo[i], 12)
    expect([1e-6, 0.025, 0.5, 0.975, 1 - 1e-6].map(law.quantile)).toEqual([0, 2, 6, 12, 21])
    const large = poissonDistribution(1e6)
    const far = [0.15877629981172559, 0.50026596148628366, 0.97724987704032573]
    // ppois(c(999000, 1000000, 1002000), 1e6)
    for (const [i, k] of [999_000, 1_000_000, 1_002_000].entries()) expect(large.cdf(k)).toBeCloseTo(far[i], 10)
    expect([1e-6, 0.025, 0.5, 0.975, 1 - 1e-6].map(large.quantile)).toEqual([995250, 998041, 1e6, 1001960, 1004757])
  })

  it('has probability 0 below 0, 1 far above, and allows a mean below 1', () => {
    const law = poissonDistribution(0.2)
    expect([law.cdf(-1), law.cdf(1e9), law.cdf(Number.NaN)]).toEqual([0, 1, Number.NaN])
    expect(law.cdf(0)).toBeCloseTo(Math.exp(-0.2), 14)
    expect([law.quantile(0), law.quantile(2)]).toEqual([0, Number.NaN])
    expect([0, 3, -0, 0.5, -1, Infinity, Number.NaN].map(isCount)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    for (const mean of [0, -1, 1e11, Number.NaN]) expect(() => poissonDistribution(mean)).toThrow(RangeError)
  })
})

describe('the χ² law', () => {
  it("has R's probabilities, quantiles and fit", () => {
    const law = chiSquaredDistribution(4.7)
    // pchisq(c(.5, 3, 12), 4.7); qchisq(c(.001, .5, .99), 4.7)
    const upTo = [0.011436779468588162, 0.33935867746550608, 0.97137037158666772]
    const at = [0.16881466560474689, 4.0527713153996112, 14.553520754082376]
    for (const [i, value] of [0.5, 3, 12].entries()) expect(law.cdf(value)).toBeCloseTo(upTo[i], 12)
    for (const [i, p] of [0.001, 0.5, 0.99].entries()) expect(law.quantile(p) / at[i]).toBeCloseTo(1, 10)
    expect([law.mean, law.variance]).toEqual([4.7, 9.4])
    // 2 * uniroot(function(h) digamma(h) + log(2) - mean(log(x)), c(.1, 100), tol = 1e-15)$root
    const { parameters } = fitDistribution('chi-squared', x)
    expect(parameters.degrees / 3.0533224508458936).toBeCloseTo(1, 11)
  })

  it('is fitted to values of any size', () => {
    for (const factor of [1e-200, 1e-3, 1e3, 1e80]) {
      const scaled = x.map((value) => value * factor)
      const half = fitDistribution('chi-squared', scaled).parameters.degrees / 2
      const target = scaled.reduce((total, value) => total + Math.log(value), 0) / 10 - Math.LN2
      // ψ(a) = ln a − 1/2a − 1/12a² + … for a large a; −1/a − γ + π²a/6 for a small one.
      if (half > 100) expect(Math.log(half) - 1 / (2 * half) - 1 / (12 * half * half)).toBeCloseTo(target, 6)
      if (half < 0.01) expect((-1 / half - 0.5772156649 + 1.6449 * half) / target).toBeCloseTo(1, 6)
    }
  })
})

const bounded: readonly (readonly [string, Distribution])[] = [
  ['uniform', uniformDistribution(-2, 3)],
  ['triangular', triangularDistribution(-2, 0.5, 3)],
  ['triangular, its mode at the lower end', triangularDistribution(-2, -2, 3)],
  ['triangular, its mode at the upper end', triangularDistribution(-2, 3, 3)],
]

describe('the laws of a range', () => {
  it.each(bounded)('%s: quantiles undo probabilities, moments are those of the quantiles', (_, law) => {
    expect([law.quantile(0), law.quantile(1), law.cdf(-2), law.cdf(3), law.cdf(-9), law.cdf(9)]).toEqual([-2, 3, 0, 1, 0, 1]) // oxfmt-ignore
    expect([law.quantile(-0.1), law.quantile(Number.NaN)]).toEqual([Number.NaN, Number.NaN])
    const n = 20_000
    const at = Array.from({ length: n }, (_, i) => law.quantile((i + 0.5) / n))
    for (let i = 0; i < n; i += 997) expect(law.cdf(at[i])).toBeCloseTo((i + 0.5) / n, 12)
    const mean = at.reduce((total, value) => total + value, 0) / n
    // The midpoint rule is off by the square of a step.
    expect(law.mean).toBeCloseTo(mean, 5)
    expect(law.variance).toBeCloseTo(at.reduce((total, value) => total + (value - mean) ** 2, 0) / n, 4)
  })

  it('refuses invalid ends', () => {
    for (const [a, b] of [
      [1, 1],
      [2, 1],
      [-Infinity, 1],
      [0, Number.NaN],
    ]) {
      // oxfmt-ignore
      expect(() => uniformDistribution(a, b)).toThrow(RangeError)
      expect(() => triangularDistribution(a, a, b)).toThrow(RangeError)
    }
    expect(() => triangularDistribution(0, 2, 1)).toThrow(/mode/)
  })

  it('uniform: is fitted by its ends', () => {
    expect(fitDistribution('uniform', x).parameters).toEqual({ min: 0.4, max: 7.5 })
  })

  it('triangular: no other mode is likelier, in any unit', () => {
    const one = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.2, 0.5, 0.6))
    const values = fc.array(one, { minLength: 2, maxLength: 15 })
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const drawn = Float64Array.from(list)
        const [least, most] = [Math.min(...list), Math.max(...list)]
        fc.pre(most - least > 1e-6)
        const { min, mode, max } = fitDistribution('triangular', drawn).parameters
        const r = most - least
        expect(min).toBeCloseTo(least - r / (2 * list.length), 12)
        expect(max).toBeCloseTo(most + r / (2 * list.length), 12)
        expect(list).toContain(mode)
        const likelihood = (c: number): number =>
          list.reduce((total, v) => total + Math.log(v < c ? (v - min) / (c - min) : (max - v) / (max - c)), 0)
        for (const other of [...list, min + share * (max - min)])
          expect(likelihood(mode)).toBeGreaterThanOrEqual(likelihood(other) - 1e-9)
      }),
    )
    const far = fitDistribution('triangular', x.map((value) => 1e-100 * value)).parameters // oxfmt-ignore
    expect(far.mode / fitDistribution('triangular', x).parameters.mode).toBeCloseTo(1e-100, 110)
  })

  it('refuses invalid counts, and equal values for laws that cannot fit them', () => {
    expect(() => fitDistribution('poisson', Float64Array.of(1, 2.5))).toThrow(/whole.*row 1/)
    expect(() => fitDistribution('poisson', Float64Array.of(1, -2))).toThrow(/row 1/)
    expect(fitDistribution('poisson', Float64Array.of(0, 4, 5)).parameters.mean).toBe(3)
    for (const name of ['uniform', 'triangular', 'chi-squared'] as const)
      expect(() => fitDistribution(name, Float64Array.of(2, 2))).toThrow(/all 2/)
    expect(() => fitDistribution('chi-squared', Float64Array.of(2, 0))).toThrow(/positive.*row 1/)
  })
})

describe('laws fitted to their own draws', () => {
  it('have the parameters within four standard errors', () => {
    const n = 20_000
    const rng = seededRng('further laws')
    const drawn = (law: Distribution): Float64Array => {
      const from = rng.child(law.name)
      return Float64Array.from({ length: n }, () => law.quantile(from.uniform()))
    }
    // Standard error of ν: 1/√(n ψ′(ν/2)/4), with ψ′(3.5) = .33035775610023486 (DLMF 5.15).
    const { degrees } = fitDistribution('chi-squared', drawn(chiSquaredDistribution(7))).parameters
    expect(Math.abs(degrees - 7)).toBeLessThan((4 * 2) / Math.sqrt(n * 0.3303577561))
    const { mean } = fitDistribution('poisson', drawn(poissonDistribution(6))).parameters
    expect(Math.abs(mean - 6)).toBeLessThan(4 * Math.sqrt(6 / n))
    // Ends: exponential with mean (b − a)/n, never within the range.
    const uniform = fitDistribution('uniform', drawn(uniformDistribution(10, 40))).parameters
    expect(uniform.min - 10).toBeGreaterThanOrEqual(0)
    expect(40 - uniform.max).toBeGreaterThanOrEqual(0)
    expect(Math.max(uniform.min - 10, 40 - uniform.max)).toBeLessThan((5 * 30) / n)
    // Mode: its Fisher information is 1/((c − a)(b − c)). Ends: the least value less a is Rayleigh's, scale √((b − a)(c − a)/2n).
    const { min, mode, max } = fitDistribution('triangular', drawn(triangularDistribution(0, 8, 20))).parameters
    expect(Math.abs(mode - 8)).toBeLessThan(4 * Math.sqrt((8 * 12) / n))
    expect(Math.abs(min)).toBeLessThan(4 * Math.sqrt((20 * 8) / (2 * n)))
    expect(Math.abs(20 - max)).toBeLessThan(4 * Math.sqrt((20 * 12) / (2 * n)))
  })
})
