import { describe, expect, it } from 'vitest'
import { exponentialDistribution } from './distribution.js'
import { weibullDistribution } from './weibull.js'

const points = [-1, 0, 1e-9, 0.3, 2, 9]

describe('the Weibull law', () => {
  it('is the exponential law for shape 1', () => {
    const [weibull, exponential] = [weibullDistribution(1, 3), exponentialDistribution(3)]
    expect(weibull.mean).toBeCloseTo(3, 12)
    expect(weibull.variance).toBeCloseTo(9, 11)
    for (const x of points) expect(weibull.cdf(x)).toBeCloseTo(exponential.cdf(x), 15)
    for (const p of [0, 1e-9, 0.2, 0.9, 1]) expect(weibull.quantile(p)).toBe(exponential.quantile(p))
  })

  it('is the Rayleigh law for shape 2', () => {
    const { mean, variance, cdf, quantile } = weibullDistribution(2, 5)
    expect(mean).toBeCloseTo((5 * Math.sqrt(Math.PI)) / 2, 12)
    expect(variance).toBeCloseTo(25 * (1 - Math.PI / 4), 11)
    expect(cdf(4) / -Math.expm1(-16 / 25)).toBeCloseTo(1, 14)
    expect(quantile(0.3) / (5 * Math.sqrt(-Math.log1p(-0.3)))).toBeCloseTo(1, 14)
  })

  it('has an infinite variance for the smallest shapes', () => {
    expect(weibullDistribution(0.011, 1).variance).toBe(Infinity)
    expect(weibullDistribution(0.02, 1).variance).toBeLessThan(Infinity)
  })
})
