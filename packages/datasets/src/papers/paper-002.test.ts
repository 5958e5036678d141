import { numericValues, seededRng } from '@sdc/core'
import { mean, rank, variance } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { paper002Attributes, paper002Microdata, paper002Table1, type Paper002Column } from './paper-002.js'

const column = (name: Paper002Column): Float64Array => numericValues(paper002Table1, name)

describe('paper 002, table 1', () => {
  it('is consistent: ranks, multipliers, and data set 2 = data set 1 + 1000', () => {
    for (const which of [1, 2] as const) {
      expect([...rank(column(`masked ${which}`), 'average')]).toEqual([...column(`rank of masked ${which}`)])
      column(`masked ${which}`).forEach((masked, i) => {
        // Printed with three decimals.
        expect(masked / column(`data set ${which}`)[i]).toBeCloseTo(column('multiplier')[i], 2.99)
      })
    }
    expect([...column('data set 2')]).toEqual([...column('data set 1')].map((one) => one + 1000))
  })
})

describe('paper002Microdata', () => {
  it('has the moments of table 2', () => {
    const n = 100_000
    const data = paper002Microdata(seededRng('table 2'), n)
    for (const { name, mean: expected, variance: spread, minimum, maximum, law } of paper002Attributes) {
      const values = numericValues(data, name)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(minimum)
      expect(Math.max(...values)).toBeLessThanOrEqual(maximum)
      // |z| < 5.33 (1e-7), plus .0005 for the effect of the cut at 10 on the mean of an exponential distribution.
      expect(Math.abs(mean(values) - expected)).toBeLessThan(5.33 * Math.sqrt(spread / n) + 0.0005)
      // The variance of a squared deviation is 2σ⁴ (normal) or 8σ⁴ (exponential); .005 for the cut.
      const sd = spread * Math.sqrt((law === 'normal' ? 2 : 8) / n)
      expect(Math.abs(variance(values) - spread)).toBeLessThan(5.33 * sd + 0.005 * spread)
    }
  })

  it('is repeatable, and draws attributes independently', () => {
    const values = (rows: number, seed: string): number[] => [
      ...numericValues(paper002Microdata(seededRng(seed), rows), 'attribute 2'),
    ]
    expect(values(5, 'a')).toEqual(values(10, 'a').slice(0, 5))
    expect(values(5, 'a')).not.toEqual(values(5, 'b'))
  })
})
