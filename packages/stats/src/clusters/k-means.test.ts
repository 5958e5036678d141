import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kMeans, squaredDistance } from './k-means.js'

const points = (n: number, d: number, seed: string): Float64Array => {
  const rng = seededRng(seed)
  return Float64Array.from({ length: n * d }, () => rng.normal())
}
const rowsOf = (all: Float64Array, d: number): number[][] =>
  Array.from({ length: all.length / d }, (_, i) => [...all.subarray(i * d, (i + 1) * d)])
const gap = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, j) => sum + (value - b[j]) * (value - b[j]), 0)

/** Plain version of Lloyd's algorithm; undefined if a cluster loses all its records. */
function plain(records: number[][], starts: number[][]): { labels: number[]; squares: number } | undefined {
  let centres = starts
  for (let labels: number[] = []; ;) {
    const next = records.map((x) => centres.reduce((best, v, k) => (gap(x, v) < gap(x, centres[best]) ? k : best), 0))
    const groups = centres.map((_, k) => records.filter((_x, i) => next[i] === k))
    if (groups.some(({ length }) => length === 0)) return undefined
    centres = groups.map((group) => group[0].map((_, j) => group.reduce((sum, x) => sum + x[j], 0) / group.length))
    if (next.every((k, i) => k === labels[i]))
      return { labels, squares: records.reduce((sum, x, i) => sum + gap(x, centres[next[i]]), 0) }
    labels = next
  }
}

describe('kMeans', () => {
  it('is Lloyd’s algorithm, from any start', () => {
    let compared = 0
    for (let s = 0; s < 20; s++) {
      const x = points(60, 3, `points ${s}`)
      const starts = points(5, 3, `starts ${s}`)
      const expected = plain(rowsOf(x, 3), rowsOf(starts, 3))
      if (!expected) continue
      compared++
      const { labels, squares, converged } = kMeans(x, 3, starts)
      expect([...labels]).toEqual(expected.labels)
      // 180 squares in another order.
      expect(squares).toBeCloseTo(expected.squares, 10)
      expect(converged).toBe(true)
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('ends where every record is at its nearest centre, and every centre at its mean', () => {
    const x = points(300, 2, 'end')
    const { labels, centres } = kMeans(x, 2, points(8, 2, 'from'))
    const v = rowsOf(centres, 2)
    rowsOf(x, 2).forEach((record, i) => {
      const least = Math.min(...v.map((centre) => gap(record, centre)))
      expect(gap(record, v[labels[i]])).toBeLessThanOrEqual(least * (1 + 1e-8))
    })
    v.forEach((centre, k) => {
      const own = rowsOf(x, 2).filter((_, i) => labels[i] === k)
      centre.forEach((value, j) => expect(value).toBeCloseTo(own.reduce((s, r) => s + r[j], 0) / own.length, 12))
    })
  })

  it('a cluster without records gets the one furthest from its own centre', () => {
    const x = Float64Array.of(0, 1, 2, 50, 51, 90)
    // No record is nearest to 1000; 90 is furthest from its centre at 50.
    const { labels, squares } = kMeans(x, 1, Float64Array.of(1, 50, 1000))
    expect([...labels]).toEqual([0, 0, 0, 1, 1, 2])
    expect(squares).toBeCloseTo(2.5, 12)
  })

  it('takes it also from a cluster of two, never from one of one', () => {
    expect([...kMeans(Float64Array.of(0, 10), 1, Float64Array.of(4, 100)).labels].sort()).toEqual([0, 1])
    const { labels } = kMeans(Float64Array.of(0, 10), 1, Float64Array.of(0, 10, 100))
    expect([...labels]).toEqual([0, 1])
  })

  it('leaves a centre without records in its place if every record is at its own centre', () => {
    const { labels, centres, squares } = kMeans(Float64Array.of(3, 3, 3), 1, Float64Array.of(3, 7))
    expect([...labels]).toEqual([0, 0, 0])
    expect([...centres]).toEqual([3, 7])
    expect(squares).toBe(0)
  })

  it('does not separate equal records, for any centres', () => {
    // Three times 0.1 has a mean that is not 0.1.
    const { labels } = kMeans(Float64Array.of(0.1, 0.1, 0.1, 0.7), 1, Float64Array.of(5, 6, 7))
    expect(new Set(labels.subarray(0, 3)).size).toBe(1)
    expect(labels[3]).not.toBe(labels[0])
  })

  it('a record halfway between two centres stays with its own, at first with the first', () => {
    const { labels } = kMeans(Float64Array.of(-1, 0, 1), 1, Float64Array.of(-1, 1), 1)
    expect([...labels]).toEqual([0, 0, 1])
  })

  it('stops after the maximum number of rounds, and reports it', () => {
    const x = points(200, 2, 'stop')
    const { iterations, converged } = kMeans(x, 2, points(6, 2, 'go'), 1)
    expect([iterations, converged]).toEqual([1, false])
    expect(() => kMeans(x, 3, points(6, 3, 'go'))).toThrow(RangeError)
    expect(() => kMeans(x, 2, new Float64Array(0))).toThrow(RangeError)
  })

  it('does not change its starts', () => {
    const starts = Float64Array.of(1, 5)
    kMeans(Float64Array.of(0, 1, 2, 9), 1, starts)
    expect([...starts]).toEqual([1, 5])
    expect(squaredDistance(Float64Array.of(9, 1, 2), 1, Float64Array.of(9, 9, 4, 6), 2, 2)).toBe(25)
  })
})
