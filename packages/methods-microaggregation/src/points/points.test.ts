import { seededRng, type Rng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gowerMetric } from '../categorical/gower-metric.js'
import { distanceColumns } from '../shared/distance-columns.js'
import { distinctPoints, NO_RECORD } from './distinct-points.js'
import { nearestList } from './nearest-list.js'
import { squaredEuclidean, type PointMetric } from './point-metric.js'
import { farthestPoint, nearestPoints } from './point-search.js'
import { pointsLeft } from './points-left.js'
import { LANES, pointTree, rebuild, recentre } from './point-tree.js'
import { removePoint, shrink } from './remove-point.js'

const list = (values: Uint32Array | undefined): readonly number[] | undefined => values && [...values]

describe('distinctPoints', () => {
  it('numbers points by first appearance and chains their records', () => {
    const columns = [Float64Array.of(5, -0, 5, 0, 5), Float64Array.of(1, 2, 3, 2, 1)]
    const { count, coordinates, first, pointOf, following } = distinctPoints(columns, 4)
    expect(count).toBe(3)
    expect([...coordinates.subarray(0, 6)]).toEqual([5, 1, 0, 2, 5, 3])
    expect(coordinates).toHaveLength(16)
    expect([...first.subarray(0, 3)]).toEqual([0, 1, 2])
    expect(list(pointOf)).toEqual([0, 1, 2, 1, 0])
    expect(list(following)).toEqual([4, 3, NO_RECORD, NO_RECORD, NO_RECORD])
  })

  it('chains nothing if no two records are equal', () => {
    const { count, first, pointOf, following } = distinctPoints([Float64Array.of(3, 1, 2)], 4)
    expect([count, [...first], pointOf, following]).toEqual([3, [0, 1, 2], undefined, undefined])
  })

  it('equals the comparison of all records', () => {
    const records = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(records, (rows) => {
        const columns = [0, 1, 2].map((j) => Float64Array.from(rows, (row) => row[j]))
        const points = [...new Set(rows.map(String))]
        const { count, coordinates, first, pointOf, following } = distinctPoints(columns, 1)
        expect(count).toBe(points.length)
        points.forEach((text, point) => {
          const equal = [...rows.keys()].filter((i) => String(rows[i]) === text)
          expect(String(coordinates.subarray(3 * point, 3 * point + 3))).toBe(text)
          expect(first[point]).toBe(equal[0])
          equal.forEach((record, at) => {
            expect(pointOf?.[record] ?? record).toBe(point)
            expect(following?.[record] ?? NO_RECORD).toBe(equal[at + 1] ?? NO_RECORD)
          })
        })
      }),
    )
  })
})

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly value: (rng: Rng, i: number) => number
}
// More than 2,048 points make boxes; both kinds of grid tie at most distances.
const cases: readonly Case[] = [
  { name: 'normal', n: 3000, d: 3, value: (rng) => rng.normal() },
  { name: 'coarse grid', n: 3000, d: 4, value: (rng) => rng.int(8) },
  { name: 'heavy tails', n: 2500, d: 5, value: (rng) => rng.normal() / (rng.uniform() + 1e-6) },
  { name: 'a group far away', n: 2500, d: 2, value: (rng, i) => rng.normal() * 1e-9 + (i % 100 === 0 ? 1 : 0) },
  { name: 'few', n: 5, d: 4, value: (rng) => rng.normal() },
]
const metrics: readonly [string, (d: number) => PointMetric, (a: number, b: number, j: number) => number][] = [
  ['squared Euclidean', squaredEuclidean, (a, b) => (a - b) * (a - b)],
  [
    'Gower, all but the first coordinate nominal',
    (d) => gowerMetric(Float64Array.of(1 / 3), d),
    (a, b, j) => (j > 0 ? Number(a !== b) : (1 / 3) * Math.abs(a - b)),
  ],
]

describe.each(metrics)('a tree of points, %s', (_, metricOf, gap) => {
  it.each(cases)('finds nearest and farthest of $n records in $d columns during deletion: $name', ({ n, d, value }) => {
    const rng = seededRng(n * d)
    const columns = Array.from({ length: d }, () => Float64Array.from({ length: n }, (_, i) => value(rng, i)))
    const { count, coordinates, first, pointOf } = distinctPoints(columns, LANES)
    const rows = Array.from({ length: count }, (_, point) => coordinates.slice(point * d, (point + 1) * d))
    const metric = metricOf(d)
    const tree = pointTree(coordinates, d, count, first, metric)
    const distance = (a: Float64Array, b: Float64Array): number => a.reduce((total, x, j) => total + gap(x, b[j], j), 0)
    const records = new Uint32Array(4)
    const distances = new Float64Array(4)
    let left = Array.from({ length: count }, (_, point) => point)
    for (let step = 0; left.length > 0; step++) {
      const other = rows[rng.int(count)]
      const place = Float64Array.from(other, (x) => x + (step % 3 === 0 ? rng.normal() : 0))
      const ordered = left
        .map((point) => ({ point, record: first[point], away: distance(rows[point], place) }))
        .sort((a, b) => a.away - b.away || a.record - b.record)
      const most = ordered[ordered.length - 1].away
      expect(farthestPoint(tree, place)).toBe(ordered.find(({ away }) => away === most)?.record)
      const nearest = ordered.slice(0, 4)
      expect(nearestPoints(tree, place, 4, records, distances)).toBe(nearest.length)
      expect([...records.subarray(0, nearest.length)]).toEqual(nearest.map(({ record }) => record))
      expect([...distances.subarray(0, nearest.length)]).toEqual(nearest.map(({ away }) => away))
      // From the outside inwards, in large steps.
      const goes = new Set(ordered.slice(-Math.ceil(left.length / 8)).map(({ point }) => point))
      const leaves = new Set([...goes].map((point) => removePoint(tree, point)))
      for (const leaf of leaves) shrink(tree, leaf)
      left = left.filter((point) => !goes.has(point))
      if (step % 5 === 4) recentre(tree, place)
      if (step === 6) rebuild(tree)
    }
    expect(pointOf === undefined).toBe(count === n)
  })
})

describe('nearestList', () => {
  it('keeps the nearest of all added records, ties to the lowest, and reports insertions', () => {
    const added = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(4)), { selector: ([record]) => record, maxLength: 20 })
    fc.assert(
      fc.property(added, fc.nat(5), (all, most) => {
        const nearest = nearestList(most)
        const seen: [number, number][] = []
        for (const [record, distance] of all) {
          seen.push([record, distance])
          const head = seen.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, most)
          expect(nearest.add(record, distance)).toBe(head.some(([one]) => one === record))
          const [records, distances] = [new Uint32Array(most), new Float64Array(most)]
          expect(nearest.write(records, distances)).toBe(head.length)
          expect([...records.subarray(0, head.length)].map((one, at) => [one, distances[at]])).toEqual(head)
        }
      }),
    )
  })
})

/** Returns the number of blocks of points that MDAV visits per group of 5. */
function blocksPerGroup(columns: readonly Float64Array[]): number {
  let blocks = 0
  let groups = 0
  const plain = squaredEuclidean(columns.length)
  const counting: PointMetric = {
    ...plain,
    distances: (...args) => {
      blocks++
      return plain.distances(...args)
    },
  }
  const sums = columns.map((column) => column.reduce((total, value) => total + value, 0))
  const left = pointsLeft(columns, counting, (points, start) => {
    for (let j = 0; j < sums.length; j++) sums[j] -= points[start + j * LANES]
  })
  const form = (record: number): Float64Array => {
    groups++
    return left.takeNearest(record, 5, () => {})
  }
  while (left.size() >= 15) {
    const centroid = Float64Array.from(sums, (sum) => sum / left.size())
    form(left.farthestFrom(form(left.farthestFromCentre(centroid))))
  }
  return blocks / groups
}

describe('the work of a group', () => {
  const rng = seededRng('work')
  const made = (value: (i: number) => number): Float64Array[] =>
    distanceColumns(Array.from({ length: 5 }, () => Float64Array.from({ length: 12_000 }, (_, i) => value(i))))
  const normal = blocksPerGroup(made(() => rng.normal()))

  it.each<[string, (i: number) => number]>([
    ['nine in ten values are 0', () => (rng.int(10) > 0 ? 0 : rng.normal())],
    ['nine in ten records are 0', (i) => (i % 10 > 0 ? 0 : rng.normal())],
    ['ten integers', () => rng.int(10)],
    ['a few values are 1e12', () => (rng.int(6000) === 0 ? 1e12 : rng.normal())],
    ['a group is far away', (i) => rng.normal() + (i % 100 === 0 ? 1e6 : 0)],
    ['each record is there a hundred times', (i) => (i % 120) * (i % 120)],
  ])('is at most twice that of normal records if %s', (_, value) => {
    expect(blocksPerGroup(made(value))).toBeLessThan(2 * normal)
  })
})
