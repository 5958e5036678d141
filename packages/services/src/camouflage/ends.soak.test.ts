import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { allRows, mixture, randomVectors, simplexPoint } from '../testing.fixture.js'
import { medianInterval } from './median.js'
import { varianceInterval } from './moments.js'
import type { Interval } from './outward.js'

/** Every point of the simplex whose coordinates are multiples of 1/steps. */
function grid(k: number, steps: number): Float64Array[] {
  const points: Float64Array[] = []
  const fill = (place: number, left: number, point: number[]): void => {
    if (place === k - 1) points.push(Float64Array.from([...point, left], (one) => one / steps))
    else for (let one = 0; one <= left; one++) fill(place + 1, left - one, [...point, one])
  }
  fill(0, steps, [])
  return points
}

function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort()
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

function varianceOf(values: Float64Array): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  return values.reduce((sum, one) => sum + (one - mean) * (one - mean), 0) / (values.length - 1)
}

const near = ([low, high]: Interval, least: number, greatest: number, tolerance: number): void => {
  expect(low).toBeLessThanOrEqual(least)
  expect(high).toBeGreaterThanOrEqual(greatest)
  expect(least - low).toBeLessThan(tolerance)
  expect(high - greatest).toBeLessThan(tolerance)
}

describe('ends of variances and covariances', () => {
  it('contain every mixture, and are attained by one on a fine grid', () => {
    const rng = seededRng('variance')
    const points = grid(3, 200)
    for (let run = 0; run < 40; run++) {
      const n = 2 + rng.int(6)
      const vectors = randomVectors(n, 3, rng)
      const found = points.map((lambda) => varianceOf(mixture(vectors, allRows(n), lambda)))
      const [low, high] = varianceInterval(vectors, allRows(n))
      const [least, greatest] = [Math.min(...found), Math.max(...found)]
      expect(low).toBeLessThanOrEqual(least)
      // Between points of the grid a convex quadratic falls by a small part of its rise.
      expect(least - low).toBeLessThanOrEqual(2e-4 * greatest + 1e-9)
      expect(low).toBeGreaterThanOrEqual(0)
      near([greatest, high], greatest, greatest, 1e-8)
    }
  })
})

describe('ends of medians', () => {
  it('contain every mixture, also of five vectors and of thousands of records', () => {
    const rng = seededRng('medians')
    for (const [n, k, times] of [
      [5, 5, 20],
      [30, 4, 10],
      [3000, 3, 2],
    ]) {
      for (let run = 0; run < times; run++) {
        const vectors = randomVectors(n, k, rng)
        const [low, high] = medianInterval(vectors, allRows(n))
        for (let draw = 0; draw < 300; draw++) {
          const value = medianOf(mixture(vectors, allRows(n), simplexPoint(k, rng)))
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
        }
      }
    }
  })
})
