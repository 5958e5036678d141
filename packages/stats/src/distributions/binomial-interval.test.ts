import { describe, expect, it } from 'vitest'
import { binomialInterval } from './binomial-interval.js'

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k)
const binomial = (n: number, p: number, k: number): number => choose(n, k) * p ** k * (1 - p) ** (n - k)
const atMost = (n: number, p: number, k: number): number =>
  Array.from({ length: k + 1 }, (_, i) => binomial(n, p, i)).reduce((sum, one) => sum + one, 0)

describe('the interval of a share', () => {
  // Closed forms for no hits and for hits only.
  it.each([1, 3, 20, 1000, 1e6])('is 1 − (risk/2)^(1/n) for no hit in %d trials', (n) => {
    const expected = -Math.expm1(Math.log(0.025) / n)
    const [low, high] = binomialInterval(0, n)
    expect(low).toBe(0)
    expect(high / expected).toBeCloseTo(1, 10)
    expect(binomialInterval(n, n)[0]).toBeCloseTo(1 - expected, 12)
    expect(binomialInterval(n, n)[1]).toBe(1)
  })

  it.each([
    [1, 10],
    [7, 20],
    [19, 20],
    [50, 100],
  ])('has ends at which %d or worse of %d has probability .025', (hits, n) => {
    const [low, high] = binomialInterval(hits, n)
    expect(atMost(n, high, hits)).toBeCloseTo(0.025, 10)
    expect(1 - atMost(n, low, hits - 1)).toBeCloseTo(0.025, 10)
  })

  it('covers a share at least as often as claimed', () => {
    for (const p of [0.003, 0.1, 0.37, 0.5]) {
      const covered = Array.from({ length: 51 }, (_, hits) => {
        const [low, high] = binomialInterval(hits, 50)
        return low <= p && p <= high ? binomial(50, p, hits) : 0
      }).reduce((sum, one) => sum + one, 0)
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('accepts a mean of credits, between two whole numbers of hits', () => {
    const [low, high] = binomialInterval(7.5, 20)
    expect(low).toBeGreaterThan(binomialInterval(7, 20)[0])
    expect(low).toBeLessThan(binomialInterval(8, 20)[0])
    expect(high).toBeGreaterThan(binomialInterval(7, 20)[1])
    expect(high).toBeLessThan(binomialInterval(8, 20)[1])
    expect(binomialInterval(0.01, 1080)[0]).toBeLessThan(1e-6)
  })

  it.each([
    [1, 0, 0.05],
    [-1, 5, 0.05],
    [6, 5, 0.05],
    [1, 5, 0],
    [1, 5, 1],
    [Number.NaN, 5, 0.05],
  ])('refuses %d of %d at risk %d', (hits, n, risk) => {
    expect(() => binomialInterval(hits, n, risk)).toThrow(RangeError)
  })
})
