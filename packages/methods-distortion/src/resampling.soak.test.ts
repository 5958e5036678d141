import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { bootstrapOrderMeans } from './bootstrap-means.js'

describe('bootstrapOrderMeans', () => {
  it('tends to the expectation of an order statistic of a bootstrap sample', () => {
    const sorted = Float64Array.of(1, 2, 4, 8, 16)
    const samples = 40_000
    const means = bootstrapOrderMeans(sorted, samples, seededRng('many'))
    const choose = [1, 5, 10, 10, 5, 1]
    for (let j = 0; j < 5; j++) {
      // P(at least j + 1 of five draws are among the first k values), k/5 each.
      const upTo = (k: number): number =>
        choose.reduce((sum, c, i) => sum + (i > j ? c * (k / 5) ** i * (1 - k / 5) ** (5 - i) : 0), 0)
      const p = [...sorted].map((_, k) => upTo(k + 1) - upTo(k))
      const mean = p.reduce((sum, one, k) => sum + one * sorted[k], 0)
      const variance = p.reduce((sum, one, k) => sum + one * (sorted[k] - mean) ** 2, 0)
      expect(Math.abs(means[j] - mean)).toBeLessThan(5 * Math.sqrt(variance / samples))
    }
  })
})
