import { BLOCK, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { log2 } from '../mathematics/index.js'
import { mean, standardDeviation, sum } from './moments.js'
import { timesPower } from './times-power.js'
import { spread } from './spread.js'

describe('spread', () => {
  it('has the standard deviation and the mean of the values, about the one nearest to zero', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 }),
        (list) => {
          const values = Float64Array.from(list)
          fc.pre(standardDeviation(values) > 1e-6)
          const { base, mean: above, sd } = spread(values)
          // Both are sums of 30 terms at most, rounded.
          expect(Math.abs(sd / standardDeviation(values) - 1)).toBeLessThan(1e-13)
          expect(Math.abs(base + above - mean(values))).toBeLessThan(1e-9)
          const signs = new Set(list.map(Math.sign))
          const one = signs.size === 1 && !signs.has(0)
          expect(base).toBe(one ? Math.sign(list[0]) * Math.min(...list.map(Math.abs)) : 0)
        },
      ),
    )
  })

  it('exists for values whose squares overflow or vanish', () => {
    for (const unit of [1e-200, 1e-300, 5e-324, 1e200, 1e307]) {
      const { sd, mean: above } = spread(Float64Array.of(0, unit, 2 * unit))
      expect(sd / unit).toBeCloseTo(1, 14)
      expect(above / unit).toBeCloseTo(1, 14)
    }
  })

  it('is the same for the same values in another order, to some last bits', () => {
    const values = Float64Array.from({ length: 5000 }, (_, i) => 1e6 + ((i * 7919) % 5000) / 10)
    const other = values.slice().sort()
    expect(Math.abs(spread(values).sd / spread(other).sd - 1)).toBeLessThan(4 * Number.EPSILON)
    expect(Math.abs(spread(values).mean / spread(other).mean - 1)).toBeLessThan(4 * Number.EPSILON)
  })

  it('reports constant, missing and whole values, and the share of one value', () => {
    expect(spread(Float64Array.of(3, NaN, 3))).toMatchObject({ base: 3, mean: 0, sd: 0, whole: true })
    expect(spread(Float64Array.of(NaN, 2.5))).toMatchObject({ sd: NaN, whole: false })
    expect(spread(new Float64Array(0)).sd).toBeNaN()
    expect(spread(Float64Array.of(0, 0, 0, 1e10)).largestShare).toBeCloseTo(1, 14)
    // Σ(v − 2)² = 10; without 4, Σ(v − 1.5)² = 5.
    expect(spread(Float64Array.of(0, 1, 2, 3, 4)).largestShare).toBeCloseTo(0.5, 14)
  })
})

describe('passes over a column in blocks', () => {
  it('equal the sums over the whole column, bit for bit, for any blocks', () => {
    const rng = seededRng(1)
    const n = 2 * BLOCK + 100
    for (const [offset, scale] of [
      [0, 1],
      [1e9, 1e-3],
      [0, 1e-220],
    ]) {
      const values = new Float64Array(n).map((_, i) => (i % 7 === 3 ? NaN : offset + scale * rng.normal()))
      const { base, mean: above, sd, count } = spread(values)
      const shifted = values.map((value) => value - base)
      const power = Math.floor(log2(shifted.reduce((most, v) => (Math.abs(v) > most ? Math.abs(v) : most), 0)))
      const scaled = timesPower(shifted, -power)
      const centre = sum(scaled) / count
      const gaps = scaled.map((value) => value - centre)
      const rest = sum(gaps)
      const total = sum(gaps.map((gap) => gap * gap)) - (rest * rest) / count
      expect(above).toBe(timesPower(Float64Array.of(centre), power)[0])
      expect(sd).toBe(timesPower(Float64Array.of(Math.sqrt(total / (count - 1))), power)[0])
    }
  })
})
