import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { allRows, mixture, randomVectors, simplexPoint } from '../testing.fixture.js'
import { maximumInterval, minimumInterval } from './extremes.js'
import { leastOnSimplex } from './least-on-simplex.js'
import { meanInterval, regressionIntervals, sumInterval } from './linear.js'
import { matrixGame } from './matrix-game.js'
import { medianInterval } from './median.js'
import { covarianceInterval, varianceInterval } from './moments.js'
import type { Interval } from './outward.js'
import { select } from './select.js'

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

/**
 * Points at which some of a set of linear functions of λ cross, within the simplex of three vectors and on its border.
 */
function breakpoints(vectors: readonly Float64Array[]): Float64Array[] {
  const n = vectors[0].length
  const lines: number[][] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  for (let a = 0; a < n; a++) for (let b = a + 1; b < n; b++) lines.push(vectors.map((vector) => vector[a] - vector[b]))
  const points: Float64Array[] = []
  for (let a = 0; a < lines.length; a++) {
    for (let b = a + 1; b < lines.length; b++) {
      // Both are 0 on the line through the origin that is perpendicular to both.
      const [x, y] = [lines[a], lines[b]]
      const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
      const total = cross[0] + cross[1] + cross[2]
      if (Math.abs(total) < 1e-12) continue
      const point = Float64Array.from(cross, (one) => one / total)
      if (point.every((one) => one > -1e-12)) points.push(point)
    }
  }
  return points
}

const near = ([low, high]: Interval, least: number, greatest: number, tolerance: number): void => {
  expect(low).toBeLessThanOrEqual(least)
  expect(high).toBeGreaterThanOrEqual(greatest)
  expect(least - low).toBeLessThan(tolerance)
  expect(high - greatest).toBeLessThan(tolerance)
}

describe('ends of linear queries', () => {
  it('are those of the vertices: sum, mean, regression', () => {
    const rng = seededRng('linear')
    for (let run = 0; run < 200; run++) {
      const k = 3 + rng.int(3)
      const vectors = randomVectors(9, k, rng)
      const rows = allRows(9).filter(() => rng.uniform() < 0.8)
      if (rows.length < 4) continue
      const sums = vectors.map((vector) => rows.reduce((sum, i) => sum + vector[i], 0))
      near(sumInterval(vectors, rows), Math.min(...sums), Math.max(...sums), 1e-8)
      near(meanInterval(vectors, rows), Math.min(...sums) / rows.length, Math.max(...sums) / rows.length, 1e-8)
      const x = Float64Array.from({ length: 9 }, (_, i) => 40 + i * i)
      const found = regressionIntervals(vectors, [x], rows)
      if ('why' in found) throw new Error(found.why)
      const mean = rows.reduce((sum, i) => sum + x[i], 0) / rows.length
      const spread = rows.reduce((sum, i) => sum + (x[i] - mean) * (x[i] - mean), 0)
      const slopes = vectors.map((vector) => rows.reduce((sum, i) => sum + (x[i] - mean) * vector[i], 0) / spread)
      const constants = vectors.map((_, j) => sums[j] / rows.length - slopes[j] * mean)
      near(found[1], Math.min(...slopes), Math.max(...slopes), 1e-7)
      near(found[0], Math.min(...constants), Math.max(...constants), 1e-6)
    }
  })

  it('has no regression on dependent columns, or with too few records', () => {
    const vectors = randomVectors(6, 3, seededRng(4))
    const x = Float64Array.of(1, 2, 3, 4, 5, 6)
    expect(regressionIntervals(vectors, [x, x.map((one) => 2 * one + 1)], allRows(6))).toHaveProperty('why')
    expect(regressionIntervals(vectors, [new Float64Array(6).fill(2)], allRows(6))).toHaveProperty('why')
    expect(regressionIntervals(vectors, [x], allRows(1))).toHaveProperty('why')
    expect(regressionIntervals(vectors, [x], allRows(2))).toHaveLength(2)
  })
})

describe('ends of variances and covariances', () => {
  it('the least on the simplex is also that of the edges: k = 2 in closed form', () => {
    // λ²a + 2λ(1 − λ)b + (1 − λ)²c
    for (const [a, b, c] of [
      [4, 1, 2],
      [4, 3, 2],
      [1, -1, 1],
      [0, 0, 5],
      [2, 2, 2],
    ]) {
      const lambda = a - 2 * b + c > 0 ? Math.min(1, Math.max(0, (c - b) / (a - 2 * b + c))) : 0
      const value = lambda * lambda * a + 2 * lambda * (1 - lambda) * b + (1 - lambda) * (1 - lambda) * c
      expect(leastOnSimplex([Float64Array.of(a, b), Float64Array.of(b, c)])).toBeCloseTo(value, 12)
    }
  })

  it('ends of a covariance are at pairs of vertices', () => {
    const rng = seededRng('covariance')
    for (let run = 0; run < 100; run++) {
      const [one, other] = [randomVectors(6, 3, rng), randomVectors(6, 3, rng)]
      const [low, high] = covarianceInterval(one, other, allRows(6))
      let [least, greatest] = [Infinity, -Infinity]
      for (let draw = 0; draw < 300; draw++) {
        const corner = (): Float64Array => Float64Array.from([0, 0, 0]).with(rng.int(3), 1)
        const point = draw < 150 ? corner : (): Float64Array => simplexPoint(3, rng)
        const [x, y] = [mixture(one, allRows(6), point()), mixture(other, allRows(6), point())]
        const own = (varianceOf(x.map((value, i) => value + y[i])) - varianceOf(x) - varianceOf(y)) / 2
        least = Math.min(least, own)
        greatest = Math.max(greatest, own)
      }
      near([low, high], least, greatest, 1e-7)
    }
  })

  it('keeps its digits for a large mean', () => {
    const rng = seededRng('large')
    const vectors = randomVectors(8, 3, rng)
    const moved = vectors.map((vector) => vector.map((value) => value + 2 ** 40))
    const [here, there] = [varianceInterval(vectors, allRows(8)), varianceInterval(moved, allRows(8))]
    // The values themselves have lost all but 13 bits after the point.
    expect(there[1] / here[1]).toBeCloseTo(1, 2)
    expect(there[1]).toBeGreaterThanOrEqual(here[1])
    expect(there[0]).toBeLessThanOrEqual(here[0])
  })
})

describe('ends of minima and maxima', () => {
  it('are a vertex and a linear program: compared with all crossings of three vectors', () => {
    const rng = seededRng('extremes')
    for (let run = 0; run < 150; run++) {
      const n = 1 + rng.int(6)
      const vectors = randomVectors(n, 3, rng)
      const points = [...breakpoints(vectors), ...grid(3, 1)]
      const at = points.map((lambda) => mixture(vectors, allRows(n), lambda))
      const all = vectors.flatMap((vector) => [...vector])
      const least = at.map((values) => Math.min(...values))
      near(minimumInterval(vectors, allRows(n)), Math.min(...all), Math.max(...least), 1e-8)
      const most = at.map((values) => Math.max(...values))
      near(maximumInterval(vectors, allRows(n)), Math.min(...most), Math.max(...all), 1e-8)
    }
  })

  it('equal those of the whole program if few of many records count', () => {
    const rng = seededRng('many')
    for (const k of [3, 5, 8]) {
      const vectors = randomVectors(3000, k, rng).map((vector) => vector.map((value, i) => value + i / 10))
      const whole = matrixGame(Array.from(allRows(3000), (i) => Float64Array.from(vectors, (vector) => vector[i])))
      const [, high] = minimumInterval(vectors, allRows(3000))
      expect(high).toBeGreaterThanOrEqual(whole.bound - 1e-9)
      expect(high - whole.bound).toBeLessThan(1e-7)
    }
  })

  it('the value of a game: matching pennies, a dominated row, one row, equal payoffs', () => {
    const game = (...rows: number[][]): number => matrixGame(rows.map((row) => Float64Array.from(row))).bound
    expect(game([1, -1], [-1, 1])).toBeCloseTo(0, 14)
    expect(game([3, 1], [5, 2], [0, 4])).toBeCloseTo(2, 14)
    expect(game([3, 7, 5])).toBe(7)
    expect(game([2, 2], [2, 2])).toBe(2)
    const { lambda } = matrixGame([Float64Array.of(1, -1), Float64Array.of(-1, 1)])
    expect(lambda[0]).toBeCloseTo(0.5, 14)
    expect(lambda[1]).toBeCloseTo(0.5, 14)
  })
})

describe('ends of medians', () => {
  it('are those of all breakpoints', () => {
    const rng = seededRng('median')
    for (let run = 0; run < 120; run++) {
      const n = 1 + rng.int(7)
      const vectors = randomVectors(n, 3, rng)
      const at = [...breakpoints(vectors), ...grid(3, 1)].map((lambda) =>
        medianOf(mixture(vectors, allRows(n), lambda)),
      )
      near(medianInterval(vectors, allRows(n)), Math.min(...at), Math.max(...at), 1e-7)
    }
  })

  it('select finds the number at a position', () => {
    const rng = seededRng('select')
    for (let run = 0; run < 300; run++) {
      const values = Float64Array.from({ length: 1 + rng.int(40) }, () => rng.int(12))
      const place = rng.int(values.length)
      expect(select(values.slice(), place)).toBe(values.slice().sort()[place])
    }
  })
})
