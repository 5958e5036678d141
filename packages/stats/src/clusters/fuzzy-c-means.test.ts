import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fuzzyCMeans } from './fuzzy-c-means.js'

const rng = seededRng(6)
const n = 40
const x = Float64Array.from({ length: 2 * n }, () => rng.normal())
const starts = Float64Array.of(-1, 0, 1, 0.5, 0, 1)
const gap = (i: number, v: Float64Array, k: number): number =>
  (x[2 * i] - v[2 * k]) ** 2 + (x[2 * i + 1] - v[2 * k + 1]) ** 2

describe('fuzzyCMeans', () => {
  it.each([1.5, 2, 3, 1.7])('m = %f: memberships and centres imply each other, and J is their sum', (fuzzifier) => {
    const {
      memberships: u,
      centres: v,
      objective,
      converged,
    } = fuzzyCMeans(x, 2, starts, { fuzzifier, tolerance: 1e-10 })
    expect(converged).toBe(true)
    let sum = 0
    for (let i = 0; i < n; i++) {
      const powers = [0, 1, 2].map((k) => gap(i, v, k) ** (-1 / (fuzzifier - 1)))
      const total = powers[0] + powers[1] + powers[2]
      for (let k = 0; k < 3; k++) {
        expect(u[3 * i + k]).toBeCloseTo(powers[k] / total, 12)
        sum += u[3 * i + k] ** fuzzifier * gap(i, v, k)
      }
    }
    expect(objective).toBeCloseTo(sum, 10)
    for (let k = 0; k < 3; k++)
      for (let j = 0; j < 2; j++) {
        let [top, bottom] = [0, 0]
        for (let i = 0; i < n; i++) {
          top += u[3 * i + k] ** fuzzifier * x[2 * i + j]
          bottom += u[3 * i + k] ** fuzzifier
        }
        // The memberships moved by less than 1e-10.
        expect(v[2 * k + j]).toBeCloseTo(top / bottom, 7)
      }
  })

  it('is the same for more records, columns and centres than are summed at once', () => {
    const [records, d, c] = [150, 5, 6]
    const points = Float64Array.from({ length: records * d }, () => rng.normal())
    const { memberships, centres } = fuzzyCMeans(points, d, points.slice(0, c * d), { tolerance: 1e-10 })
    const squares = (i: number, k: number): number =>
      [0, 1, 2, 3, 4].reduce((sum, j) => sum + (points[i * d + j] - centres[k * d + j]) ** 2, 0)
    for (let i = 0; i < records; i++) {
      const parts = [0, 1, 2, 3, 4, 5].map((k) => 1 / squares(i, k))
      const total = parts.reduce((sum, part) => sum + part, 0)
      for (let k = 0; k < c; k++) expect(memberships[i * c + k]).toBeCloseTo(parts[k] / total, 12)
    }
    for (let k = 0; k < c; k++)
      for (let j = 0; j < d; j++) {
        let [top, bottom] = [0, 0]
        for (let i = 0; i < records; i++) {
          top += memberships[i * c + k] ** 2 * points[i * d + j]
          bottom += memberships[i * c + k] ** 2
        }
        expect(centres[k * d + j]).toBeCloseTo(top / bottom, 7)
      }
  })

  it('one round by hand: 0, 1 and 4 from centres 0 and 2, m = 2', () => {
    const { memberships, objective, centres, iterations } = fuzzyCMeans(
      Float64Array.of(0, 1, 4),
      1,
      Float64Array.of(0, 2),
      {
        most: 1,
      },
    )
    // 0 lies on a centre; 1 is between; of 4 the squares are 16 and 4.
    expect([...memberships]).toEqual([1, 0, 0.5, 0.5, 0.2, 0.8])
    expect(objective).toBeCloseTo(0.25 + 0.25 + 0.04 * 16 + 0.64 * 4, 12)
    expect([...centres]).toEqual([0, 2])
    expect(iterations).toBe(1)
  })

  it('a record at two centres belongs to both equally', () => {
    const { memberships } = fuzzyCMeans(Float64Array.of(5, 7), 1, Float64Array.of(5, 5, 9), { most: 1 })
    expect([...memberships.subarray(0, 3)]).toEqual([0.5, 0.5, 0])
  })

  it('J never grows from round to round', () => {
    let before = Number.POSITIVE_INFINITY
    for (let most = 1; most < 12; most++) {
      const { objective } = fuzzyCMeans(x, 2, starts, { fuzzifier: 1.5, most })
      expect(objective).toBeLessThanOrEqual(before)
      before = objective
    }
  })

  it('reports an unfinished iteration, and refuses sizes and fuzzifiers that do not fit', () => {
    expect(fuzzyCMeans(x, 2, starts, { most: 2 }).converged).toBe(false)
    expect(() => fuzzyCMeans(x, 2, starts, { fuzzifier: 1 })).toThrow(RangeError)
    expect(() => fuzzyCMeans(x, 3, starts)).toThrow(RangeError)
  })
})
