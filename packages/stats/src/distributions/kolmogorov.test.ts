import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { exponentialDistribution, normalDistribution } from './distribution.js'
import { gammaDistribution } from './gamma.js'
import { kolmogorovDistance, kolmogorovP, stepsOf, type Comparison } from './kolmogorov.js'
import { poissonDistribution } from './poisson.js'

const x = [2.3, 0.4, 1.1, 5.8, 3.3, 0.9, 2.2, 7.5, 1.6, 4.1]
const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

/** R 4.2.2: ks.test(x, 'pexp', 1/mean(x), exact = FALSE), ks.test(x, 'pgamma', 3, scale = 2, …), and of tied values. */
const tests = [
  ['exponential', x, exponentialDistribution(2.92), 0.16524574166988529, 0.94766361380407771],
  ['gamma', x, gammaDistribution(3, 2), 0.490145117916863327, 0.016379936108534943],
  ['tied values', [1, 1, 2, 2, 2, 3, 5, 8, 8, 13], normalDistribution(4, 3), 0.24750746245307712, 0.57254980180398085],
] as const

/** By the definition: at and just before every value, and every whole number between. */
function slowly(values: Float64Array, law: Comparison, points: readonly number[]): number {
  const share = (test: (value: number) => boolean): number => values.filter(test).length / values.length
  const below = law.below ?? law.cdf
  return Math.max(
    ...points.flatMap((point) => [
      Math.abs(share((value) => value <= point) - law.cdf(point)),
      Math.abs(share((value) => value < point) - below(point)),
    ]),
  )
}

describe('the Kolmogorov–Smirnov distance', () => {
  it.each(tests)('%s: equals R, with its p', (_, values, law, distance, p) => {
    const steps = stepsOf(sorted(values))
    expect(kolmogorovDistance(steps, law)).toBeCloseTo(distance, 14)
    // R ends its series of the p below 1 at 1e-6 or so.
    expect(kolmogorovP(distance, values.length)).toBeCloseTo(p, 6)
  })

  it('equals R for census.csv, with its ties', () => {
    const { input, output } = reference('reference_stats.json', 'ks1_AGI_norm')
    const values = (censusColumns().get('AGI') ?? new Float64Array()).toSorted()
    const { mean, sd } = input.params as { mean: number; sd: number }
    const distance = kolmogorovDistance(stepsOf(values), normalDistribution(mean, sd))
    expect(distance).toBeCloseTo(output.D as number, 14)
    expect(kolmogorovP(distance, values.length)).toBeCloseTo(output.p_value as number, 12)
  })

  it('is the same if most of the values are skipped', () => {
    const law = normalDistribution(0, 1)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(-1, 0, 2)), {
          minLength: 1,
          maxLength: 60,
        }),
        (list) => {
          const values = sorted(list)
          expect(kolmogorovDistance(stepsOf(values), law)).toBeCloseTo(slowly(values, law, list), 14)
        },
      ),
    )
  })

  it('is the largest distance at all whole numbers for values that are whole', () => {
    const poisson = poissonDistribution(4)
    const law = { cdf: poisson.cdf, below: (value: number): number => poisson.cdf(Math.ceil(value) - 1) }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 }), (list) => {
        const values = sorted(list)
        const points = Array.from({ length: 40 }, (_, k) => k)
        expect(kolmogorovDistance(stepsOf(values), law)).toBeCloseTo(slowly(values, law, points), 14)
      }),
    )
  })

  it('computes few probabilities for many values', () => {
    let asked = 0
    const n = 100_000
    const cdf = (value: number): number => {
      asked++
      return value
    }
    const values = Float64Array.from({ length: n }, (_, i) => (i + 0.5) / n + 0.01 * Math.sin(i / 9000))
    kolmogorovDistance(stepsOf(values.sort()), { cdf })
    expect(asked).toBeLessThan(n / 5)
  })

  it('is NaN if the law has no probabilities', () => {
    const steps = stepsOf(Float64Array.of(1, 2, 3, 4))
    expect(kolmogorovDistance(steps, { cdf: (value) => (value === 4 ? Number.NaN : 0.5) })).toBeNaN()
  })

  it('has probabilities from 1 to 0, and both forms agree where they meet', () => {
    expect(kolmogorovP(0, 10)).toBe(1)
    const [below, above] = [kolmogorovP(Math.sqrt(0.4999999), 1), kolmogorovP(Math.sqrt(0.5000001), 1)]
    expect(Math.abs(below - above)).toBeLessThan(1e-6)
    expect(kolmogorovP(1, 1e6)).toBe(0)
    let last = 1
    for (let d = 0.01; d < 1; d += 0.01) {
      const p = kolmogorovP(d, 20)
      expect(p).toBeLessThanOrEqual(last)
      last = p
    }
    // The 5 % point of the limit, 1.3581.
    expect(kolmogorovP(1.3580986, 1)).toBeCloseTo(0.05, 7)
  })
})
