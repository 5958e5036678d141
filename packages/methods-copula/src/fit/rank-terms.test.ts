import { normalCdf, normalQuantile } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankTerms, stepAt } from './rank-terms.js'
import { normalScores, rankedColumn } from '../scores/ranked-column.js'

const f64 = (...values: number[]): Float64Array => Float64Array.from(values)

describe('rankTerms', () => {
  const sign = { thresholds: f64(0), levels: f64(-1, 1) }

  it('are those of a sign: E m = 0 and the correlation of two signs, 2/π·asin c', () => {
    const { mean, terms, left } = rankTerms(sign, 0, 1, 400)
    expect(mean).toBeCloseTo(0, 12)
    for (const c of [0.2, -0.5, 0.8]) {
      const sum = terms.reduce((total, a, k) => total + a * a * c ** (k + 1), 0)
      expect(sum).toBeCloseTo((2 / Math.PI) * Math.asin(c), 9)
    }
    expect(left).toBeCloseTo(1 - terms.reduce((total, a) => total + a * a, 0), 12)
    expect(terms).toHaveLength(400)
    // The first is E[m(e)·e] = 2φ(0), the second of an odd function is 0.
    expect(terms[0]).toBeCloseTo(Math.sqrt(2 / Math.PI), 14)
    expect(terms[1]).toBe(0)
  })

  it('has mean and variance of steps about any centre', () => {
    const steps = { thresholds: f64(-0.5, 1), levels: f64(2, 5, 3) }
    const { mean, terms, left } = rankTerms(steps, 0.25, 0.5, 300)
    const [low, high] = [normalCdf((-0.5 - 0.25) / 0.5), normalCdf((1 - 0.25) / 0.5)]
    const expected = 2 * low + 5 * (high - low) + 3 * (1 - high)
    expect(mean).toBeCloseTo(expected, 12)
    const variance = 4 * low + 25 * (high - low) + 9 * (1 - high) - expected * expected
    expect(terms.reduce((total, a) => total + a * a, 0) + left).toBeCloseTo(variance, 12)
  })

  it('makes no terms for a constant, and leaves out steps that are too far', () => {
    expect(rankTerms({ thresholds: f64(), levels: f64(4) }, 0, 1, 10)).toEqual({ mean: 4, terms: f64(), left: 0 })
    const far = rankTerms({ thresholds: f64(9), levels: f64(4, 5) }, 0, 1, 10)
    expect(far.terms).toHaveLength(0)
    expect(far.mean).toBeCloseTo(4, 12)
    expect(rankTerms(sign, 0, 1, 3).terms).toHaveLength(3)
  })
})

describe('stepAt', () => {
  it('has the level from each threshold on', () => {
    const steps = { thresholds: f64(1, 2, 4), levels: f64(10, 20, 30, 40) }
    expect([0, 1, 1.5, 2, 3.9, 4, 99].map((y) => stepAt(steps, y))).toEqual([10, 20, 20, 30, 30, 40, 40])
    expect(stepAt({ thresholds: f64(), levels: f64(7) }, 3)).toBe(7)
  })
})

describe('rankedColumn', () => {
  it('has mean ranks, sorted values and runs of equal ones', () => {
    const { ranks, sorted, starts, distinct } = rankedColumn(f64(5, 1, 5, 3, 5))
    expect([[...ranks], [...sorted], [...starts], distinct]).toEqual([
      [4, 1, 4, 2, 4],
      [1, 3, 5, 5, 5],
      [0, 1, 2, 5],
      3,
    ])
  })

  it('equals a count', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 15 }), (values) => {
        const { ranks } = rankedColumn(Float64Array.from(values))
        values.forEach((value, i) => {
          const below = values.filter((one) => one < value).length
          const equal = values.filter((one) => one === value).length
          expect(ranks[i]).toBe(below + (equal + 1) / 2)
        })
      }),
    )
  })

  it('has the normal scores of r/(n + 1)', () => {
    expect([...normalScores(f64(1, 2, 3))]).toEqual([0.25, 0.5, 0.75].map(normalQuantile))
  })
})
