import { describe, expect, it } from 'vitest'
import { blocksOf, seededRng } from '@sdc/core'
import { quantileOfSorted } from '../order/quantile.js'
import { standardDeviation } from '../moments/moments.js'
import { bandwidthOf, densityOfSums, isFar, kernelSumsOfBlock } from './kernel-density.js'

const silvermanBandwidth = (sorted: Float64Array): number => {
  const range = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25)
  return bandwidthOf(sorted.length, standardDeviation(sorted), range)
}

const kernelDensity = (values: Float64Array, h: number, points: readonly number[]): Float64Array => {
  const sums = (far: boolean): Float64Array =>
    blocksOf(values.length)
      .map(({ first, end }) => kernelSumsOfBlock(values.subarray(first, end), h, points, far))
      .reduce((total, own) => total.map((sum, k) => sum + own[k]))
  const near = sums(false)
  return densityOfSums(values.length, h, near, isFar(near) ? sums(true) : near)
}

const density = (t: number): number => Math.exp(-0.5 * t * t) / Math.sqrt(2 * Math.PI)

describe('densityOfSums', () => {
  it('is the mean of normal densities around the values', () => {
    const sorted = Float64Array.of(-3, 0, 0.5, 4)
    for (const h of [0.2, 1, 7]) {
      const points = [-3, 0.3, 2, 4.5]
      const found = kernelDensity(sorted, h, points)
      points.forEach((t, i) => {
        const expected = sorted.reduce((sum, x) => sum + density((t - x) / h), 0) / (4 * h)
        expect(found[i]).toBeCloseTo(expected, 14)
      })
    }
  })

  it('includes every positive double, and is 0 far from all values', () => {
    const [near, far] = kernelDensity(Float64Array.of(0, 100), 1, [38.5, 50])
    expect(near).toBeGreaterThan(0)
    expect(far).toBe(0)
  })

  it('approximates the normal density of variance 1 + h² for many normal values, over several blocks of records', () => {
    const rng = seededRng(3)
    const sorted = Float64Array.from({ length: 200_000 }, () => rng.normal()).sort()
    const h = silvermanBandwidth(sorted)
    const wide = Math.sqrt(1 + h * h)
    for (const t of [-1.5, 0, 1]) {
      const expected = density(t / wide) / wide
      // The variance is below f/(2√π·nh); six of its roots.
      const error = Math.sqrt(density(t) / (2 * Math.sqrt(Math.PI) * 200_000 * h))
      expect(Math.abs(kernelDensity(sorted, h, [t])[0] - expected)).toBeLessThan(6 * error)
    }
  })
})

describe('bandwidthOf', () => {
  it('equals R: 1.06 · min(sd, IQR/1.34) · n^(−1/5)', () => {
    // R: x <- c(1,2,4,7,11,16,22); bw.nrd(x)
    expect(silvermanBandwidth(Float64Array.of(1, 2, 4, 7, 11, 16, 22))).toBeCloseTo(5.5945005888302, 12)
    // Here the quartiles are further apart than the deviation says: 1.06 · sd.
    const even = Float64Array.of(0, 0, 0, 1, 1, 1)
    expect(silvermanBandwidth(even)).toBeCloseTo(1.06 * Math.sqrt(0.3) * Math.pow(6, -0.2), 12)
  })

  it('uses the deviation if the quartiles are equal, and is 0 for a constant', () => {
    const mostly = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 10)
    expect(silvermanBandwidth(mostly)).toBeCloseTo(1.06 * Math.sqrt(10) * Math.pow(10, -0.2), 12)
    expect(silvermanBandwidth(Float64Array.of(7, 7, 7))).toBe(0)
    expect(silvermanBandwidth(Float64Array.of(7))).toBeNaN()
  })
})
