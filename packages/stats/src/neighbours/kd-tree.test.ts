import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { kdTree } from './kd-tree.js'
import { nearestRecord } from './nearest-record.js'
import { standardise } from '../moments/standardise.js'

/** Every record, nearest first, ties by index: the definition. */
function byBruteForce(columns: readonly Float64Array[], point: Float64Array) {
  const all: { index: number; distance2: number }[] = []
  for (let i = 0; i < columns[0].length; i++) {
    let distance2 = 0
    for (let j = 0; j < columns.length; j++) distance2 += (columns[j][i] - point[j]) ** 2
    all.push({ index: i, distance2 })
  }
  return all.sort((a, b) => a.distance2 - b.distance2 || a.index - b.index)
}

/** Coordinates on a coarse grid tie often; normal ones almost never; both have ±0 and large offsets. */
function makeColumns(seed: number, n: number, d: number, grid: number): Float64Array[] {
  const rng = seededRng(seed)
  return Array.from({ length: d }, () =>
    new Float64Array(n).map(() => (grid > 0 ? rng.int(grid) - 1 : rng.normal() + 1e6)),
  )
}

const file = fc.record({
  seed: fc.nat(),
  n: fc.integer({ min: 1, max: 300 }),
  d: fc.integer({ min: 1, max: 13 }),
  grid: fc.constantFrom(0, 1, 2, 3, 10),
})

describe('kdTree', () => {
  it('equals brute force, ties included', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 40 }), ({ seed, n, d, grid }, k) => {
        const columns = makeColumns(seed, n, d, grid)
        const tree = kdTree(columns)
        const queries = makeColumns(seed + 1, 10, d, grid)
        for (let q = 0; q < 10; q++) {
          const point = Float64Array.from(queries, (column) => column[q])
          const expected = byBruteForce(columns, point)
          expect(tree.nearest(point)).toEqual(expected[0])
          const { index, distance2 } = tree.nearestK(point, k)
          expect(Array.from(index, (i, at) => ({ index: i, distance2: distance2[at] }))).toEqual(expected.slice(0, k))
          const ties = expected.filter((record) => record.distance2 === expected[0].distance2)
          expect(tree.nearestTies(point)).toEqual(ties.map((record) => record.index))
          const radius = expected[expected.length >> 1].distance2
          const within = expected.filter((record) => record.distance2 <= radius).map((record) => record.index)
          expect(tree.within(point, radius)).toEqual(within.sort((a, b) => a - b))
        }
      }),
    )
  })

  it.each(['cityblock', 'chebyshev'] as const)('equals brute force by %s distance', (metric) => {
    const joined = { cityblock: (a: number, b: number) => a + b, chebyshev: Math.max }[metric]
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 10 }), ({ seed, n, d, grid }, k) => {
        const columns = makeColumns(seed, n, d, grid)
        const point = Float64Array.from(makeColumns(seed + 1, 1, d, grid), ([value]) => value)
        const distances = columns[0].map((_, i) =>
          columns.map((column, j) => Math.abs(column[i] - point[j])).reduce((a, b) => joined(a, b), 0),
        )
        const order = [...distances.keys()].sort((a, b) => distances[a] - distances[b] || a - b)
        const tree = kdTree(columns, metric)
        expect([...tree.nearestK(point, k).index]).toEqual(order.slice(0, k))
        expect(tree.nearest(point)).toEqual({ index: order[0], distance2: distances[order[0]] })
        expect(tree.nearestTies(point)).toEqual(order.filter((i) => distances[i] === distances[order[0]]))
        const radius = distances[order[n >> 1]]
        const within = [...distances.keys()].filter((i) => distances[i] <= radius)
        expect(tree.within(point, radius)).toEqual(within)
      }),
    )
  })

  it('is fast if all records are in one place', () => {
    // 200,000 searches that each visited all 20,000 records would take minutes.
    const tree = kdTree([new Float64Array(20_000).fill(2), new Float64Array(20_000).fill(-0)])
    const index = new Uint32Array(1)
    const distance2 = new Float64Array(1)
    const point = Float64Array.of(1, 0)
    for (let t = 0; t < 200_000; t++) tree.nearestKInto(point, 1, index, distance2)
    expect([index[0], distance2[0]]).toEqual([0, 1])
  })

  it('handles distances that overflow or vanish', () => {
    const tree = kdTree([Float64Array.of(1e200, -1e200, 5e-324)])
    expect(tree.nearest(Float64Array.of(0))).toEqual({ index: 2, distance2: 0 })
    expect(Array.from(tree.nearestK(Float64Array.of(0), 3).index)).toEqual([2, 0, 1])
    const far = kdTree([Float64Array.of(1e200, -1e200)])
    expect(far.nearest(Float64Array.of(0))).toEqual({ index: 0, distance2: Infinity })
    expect(far.nearestTies(Float64Array.of(0))).toEqual([0, 1])
  })

  it('returns none for k = 0', () => {
    const tree = kdTree([Float64Array.of(1, 2)], 'cityblock')
    const point = Float64Array.of(0)
    expect(tree.nearestK(point, 0).index).toHaveLength(0)
    expect(tree.nearestKInto(point, 0, new Uint32Array(1), new Float64Array(1))).toBe(0)
    expect([tree.dimensions, tree.size()]).toEqual([1, 2])
  })

  it('has no records after it is freed, and leaves its columns unchanged', () => {
    const columns = makeColumns(3, 100, 2, 0)
    const before = columns.map((column) => column.slice())
    const tree = kdTree(columns)
    tree.free()
    const point = Float64Array.of(0, 0)
    expect([tree.size(), tree.leaves().records.length]).toEqual([0, 0])
    expect([tree.nearestTies(point), tree.within(point, Infinity), tree.nearestK(point, 3).index.length]).toEqual([
      [],
      [],
      0,
    ])
    expect(() => tree.nearest(point)).toThrow(/there is no record/)
    expect(columns).toEqual(before)
  })

  it('refuses invalid columns and points', () => {
    expect(() => kdTree([])).toThrow(RangeError)
    expect(() => kdTree([Float64Array.of(1), Float64Array.of(1, 2)])).toThrow(RangeError)
    expect(() => kdTree([Float64Array.of(1, Number.NaN)])).toThrow(/row 1 of column 0/)
    expect(() => kdTree([Float64Array.of(1)]).nearest(Float64Array.of(1, 2))).toThrow(RangeError)
    const tree = kdTree([Float64Array.of(1, 2, 3)])
    for (const x of [Number.NaN, Infinity]) expect(() => tree.nearest(Float64Array.of(x))).toThrow(RangeError)
    expect(() => kdTree([new Float64Array(0)]).nearest(Float64Array.of(1))).toThrow(RangeError)
  })
})

describe('nearestRecord', () => {
  it('finds the nearest record of every row', () => {
    for (const [d, grid] of [
      [1, 4],
      [2, 9],
      [5, 3],
      [9, 0],
      [13, 2],
      [13, 0],
    ]) {
      const to = makeColumns(d, 400, d, grid)
      const from = makeColumns(d + 100, 150, d, grid)
      const { index, distance2 } = nearestRecord(from, to)
      for (let i = 0; i < 150; i++) {
        const expected = byBruteForce(
          to,
          Float64Array.from(from, (column) => column[i]),
        )[0]
        expect({ index: index[i], distance2: distance2[i] }).toEqual(expected)
      }
    }
  })

  it('needs records of the same columns, at least one', () => {
    expect(() => nearestRecord([], [])).toThrow(RangeError)
    expect(() => nearestRecord([Float64Array.of(1)], [new Float64Array(0)])).toThrow(RangeError)
    expect(() => nearestRecord([Float64Array.of(1)], [Float64Array.of(1), Float64Array.of(1)])).toThrow(RangeError)
    expect(nearestRecord([new Float64Array(0)], [Float64Array.of(1)]).index).toHaveLength(0)
  })
})

describe('census', () => {
  it('equals brute force on real columns, d = 1…13', () => {
    const { columns } = standardise([...censusColumns().values()])
    const rng = seededRng('census')
    for (let d = 1; d <= 13; d++) {
      const to = columns.slice(0, d)
      const from = to.map((column) => column.subarray(0, 60).map((value) => value + 0.1 * rng.normal()))
      const { index } = nearestRecord(from, to)
      index.forEach((found, i) => {
        expect(found).toBe(
          byBruteForce(
            to,
            Float64Array.from(from, (column) => column[i]),
          )[0].index,
        )
      })
    }
  })
})

it('lists the records leaf by leaf, neighbours together', () => {
  const rng = seededRng('leaves')
  const columns = [0, 1].map(() => Float64Array.from({ length: 500 }, () => rng.normal()))
  const { records, starts } = kdTree(columns).leaves()
  expect([...records].sort((a, b) => a - b)).toEqual([...columns[0].keys()])
  expect([starts[0], starts.at(-1)]).toEqual([0, 500])
  starts.forEach((start, l) => expect(start - (starts[l - 1] ?? 0)).toBeLessThanOrEqual(16))
  // Two records at random are some 1.8 apart, those of one leaf a fraction of it.
  const apart = Array.from(starts.subarray(1), (end, l) =>
    Math.hypot(...columns.map((column) => column[records[starts[l]]] - column[records[end - 1]])),
  )
  expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(0.9)
})

describe('nearestKWithin', () => {
  it('equals brute force among the records within the limits', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 5 }), ({ seed, n, d, grid }, k) => {
        const columns = makeColumns(seed, n, d, grid)
        const tree = kdTree(columns)
        const [queries, ends, others] = [1, 2, 3].map((more) => makeColumns(seed + more, 10, d, grid))
        const index = new Uint32Array(k)
        const distance2 = new Float64Array(k)
        for (let q = 0; q < 10; q++) {
          const at = (of: readonly Float64Array[]): Float64Array => Float64Array.from(of, (column) => column[q])
          const [point, one, other] = [at(queries), at(ends), at(others)]
          const limits = {
            least: one.map((v, j) => Math.min(v, other[j])),
            most: one.map((v, j) => Math.max(v, other[j])),
          }
          const inside = (i: number): boolean =>
            columns.every((column, j) => column[i] >= limits.least[j] && column[i] <= limits.most[j])
          const expected = byBruteForce(columns, point).filter((record) => inside(record.index))
          const found = tree.nearestKWithin(point, k, limits, index, distance2)
          expect(found).toBe(Math.min(k, expected.length))
          expect([...distance2.subarray(0, found)]).toEqual(expected.slice(0, found).map((one) => one.distance2))
          const distances = new Map(expected.map((one) => [one.index, one.distance2]))
          expect([...index.subarray(0, found)].map((i) => distances.get(i))).toEqual([...distance2.subarray(0, found)])
          expect(new Set(index.subarray(0, found)).size).toBe(found)
        }
      }),
    )
  })
})
