import { seededRng, type Rng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protectionScale, fromScale, toScale } from './protection.js'
import { camouflageVectors, drawWeights, type Camouflage, type DataBounds } from './vectors.js'

const free: DataBounds = { least: -Infinity, greatest: Infinity }

function camouflage(values: Float64Array, k = 3, protect = 20, bounds = free, seed = 1): Camouflage {
  const found = camouflageVectors(values, k, protectionScale(values, protect), bounds, seededRng(seed))
  if (!('vectors' in found)) throw new Error(`record ${found.row} has no place`)
  return found
}

function incomes(n: number, rng: Rng, zeros: number): Float64Array {
  return Float64Array.from({ length: n }, () =>
    rng.uniform() < zeros ? 0 : (rng.uniform() < 0.2 ? -1 : 1) * 10 ** (4 * rng.uniform()),
  )
}

describe('the protection scale', () => {
  it('is inverted by fromScale, and is odd', () => {
    const scale = { size: 250, width: 1 }
    for (const x of [0, 1e-9, 0.3, 250, 1e4, 1e11, 1e140]) {
      expect(fromScale(toScale(x, scale), scale) / (x || 1)).toBeCloseTo(x === 0 ? 0 : 1, 12)
      expect(toScale(-x, scale) + toScale(x, scale)).toBe(0)
    }
    expect(toScale(250, scale)).toBeCloseTo(Math.asinh(1), 15)
  })

  it('has intervals of the requested width at a large value, and a positive width at 0', () => {
    const scale = protectionScale(Float64Array.of(0, 0, 0, 100, 300, Number.NaN), 20)
    expect(scale.size).toBe(200)
    const y = toScale(1e6, scale)
    expect(fromScale(y + scale.width, scale) / 1e6).toBeCloseTo(1.2, 6)
    expect(fromScale(scale.width, scale)).toBeCloseTo(200 * Math.sinh(Math.log(1.2)), 9)
    expect(protectionScale(Float64Array.of(0, Number.NaN), 20).size).toBeNaN()
  })
})

describe('drawWeights', () => {
  it('has positive weights with sum 1, none below 1/(4k), each 1/k on average', () => {
    const rng = seededRng('weights')
    const draws = Array.from({ length: 10_000 }, () => drawWeights(4, rng))
    for (const weights of draws) {
      expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 14)
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(1 / 16)
    }
    for (let j = 0; j < 4; j++) {
      const own = draws.map((weights) => weights[j])
      const mean = own.reduce((sum, one) => sum + one, 0) / own.length
      // A share of Dirichlet(1, 1, 1, 1) has variance 3/80; three quarters of it; 5.3 standard errors.
      expect(Math.abs(mean - 0.25)).toBeLessThan(5.3 * 0.75 * Math.sqrt(3 / 80 / 10_000))
      const spread = own.reduce((sum, one) => sum + (one - 0.25) * (one - 0.25), 0) / own.length
      expect(spread / ((0.75 * 0.75 * 3) / 80)).toBeGreaterThan(0.9)
      expect(spread / ((0.75 * 0.75 * 3) / 80)).toBeLessThan(1.1)
    }
  })
})

describe('camouflageVectors', () => {
  it('mixes to the column, and has both ends of an interval of the right width around every entry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 3, max: 6 }),
        fc.double({ min: 0.01, max: 300, noNaN: true }),
        fc.constantFrom(0, 0.9),
        fc.nat(),
        (n, k, protect, zeros, seed) => {
          const values = incomes(n, seededRng(seed), zeros)
          values[0] = 17
          if (n > 3) values[3] = Number.NaN
          const { vectors, weights, redraws } = camouflage(values, k, protect, free, seed)
          const scale = protectionScale(values, protect)
          expect(redraws).toBe(0)
          values.forEach((value, i) => {
            const entries = vectors.map((vector) => vector[i])
            if (Number.isNaN(value)) return expect(entries.every(Number.isNaN)).toBe(true)
            const mixed = entries.reduce((sum, one, j) => sum + one * weights[j], 0)
            const size = Math.max(...entries.map(Math.abs))
            // A few rounding errors of numbers of that size.
            expect(Math.abs(mixed - value)).toBeLessThanOrEqual(1e-14 * size * k)
            const inner = entries.slice(0, -1)
            const [low, high] = [Math.min(...inner), Math.max(...inner)]
            expect(low).toBeLessThanOrEqual(value)
            expect(high).toBeGreaterThanOrEqual(value)
            expect(toScale(high, scale) - toScale(low, scale)).toBeCloseTo(scale.width, 9)
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('puts values anywhere in their intervals, and the ends at any two of the first k − 1 vectors', () => {
    const values = new Float64Array(20_000).fill(1000)
    values[0] = 1001
    const { vectors } = camouflage(values, 4)
    const scale = protectionScale(values, 20)
    const places: number[] = []
    const pairs = new Map<string, number>()
    for (let i = 1; i < values.length; i++) {
      const inner = vectors.slice(0, 3).map((vector) => vector[i])
      const low = inner.indexOf(Math.min(...inner))
      const high = inner.indexOf(Math.max(...inner))
      places.push((toScale(1000, scale) - toScale(inner[low], scale)) / scale.width)
      pairs.set(`${low} ${high}`, (pairs.get(`${low} ${high}`) ?? 0) + 1)
    }
    // Uniform: mean 1/2 with standard error √(1/12/20000) = 0.002, second moment 1/3.
    const mean = places.reduce((sum, one) => sum + one, 0) / places.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.011)
    expect(places.reduce((sum, one) => sum + one * one, 0) / places.length).toBeCloseTo(1 / 3, 1.9)
    expect(pairs.size).toBe(6)
    for (const count of pairs.values()) expect(Math.abs(count - 20_000 / 6)).toBeLessThan(5.3 * 53)
  })

  it('vectors are not on a line: of three, the outer two do not give the column', () => {
    const values = incomes(500, seededRng('line'), 0)
    const { vectors } = camouflage(values)
    const error = values.reduce((most, value, i) => {
      const [one, other] = [vectors[0][i], vectors[1][i]]
      return Math.max(most, Math.abs((one + other) / 2 - value) / Math.abs(one - other))
    }, 0)
    expect(error).toBeGreaterThan(0.4)
  })

  it('keeps within bounds by redraws only, and counts these', () => {
    const rng = seededRng('bounds')
    const values = Float64Array.from({ length: 2000 }, () => 100 + 900 * rng.uniform())
    const unbounded = camouflage(values)
    const bounds = { least: 10, greatest: 1250 }
    const { vectors, redraws } = camouflage(values, 3, 20, bounds)
    for (const vector of vectors) {
      expect(Math.min(...vector)).toBeGreaterThanOrEqual(10)
      expect(Math.max(...vector)).toBeLessThanOrEqual(1250)
    }
    expect(redraws).toBeGreaterThan(0)
    expect(unbounded.redraws).toBe(0)
  })

  it('names the record that fits nowhere', () => {
    const values = Float64Array.of(10, 20, 0, 30)
    const scale = protectionScale(values, 20)
    const place = (bounds: DataBounds): unknown => camouflageVectors(values, 3, scale, bounds, seededRng(1))
    // At its bound, the only possible interval has width 0.
    expect(place({ least: 0, greatest: Infinity })).toEqual({ row: 2 })
    expect(place({ least: -100, greatest: 30 })).toEqual({ row: 3 })
    expect(place({ least: -100, greatest: 25 })).toEqual({ row: 3 })
    expect(place({ least: -5, greatest: 40 })).toHaveProperty('vectors')
  })

  it('draws each block of records from its own stream', () => {
    const values = new Float64Array(65_536 + 10).map((_, i) => 1 + i)
    const { vectors } = camouflage(values)
    const place = (i: number): number => (vectors[0][i] - values[i]) / values[i]
    expect(place(65_536)).not.toBeCloseTo(place(0), 6)
    const changed = values.map((value, i) => (i === 3 ? Number.NaN : value))
    const scale = protectionScale(values, 20)
    const other = camouflageVectors(changed, 3, scale, free, seededRng(1))
    if (!('vectors' in other)) throw new Error('no place')
    expect(other.vectors[0][65_540]).toBe(vectors[0][65_540])
  })
})
