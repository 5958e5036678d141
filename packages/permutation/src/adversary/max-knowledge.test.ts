import { seededRng } from '@sdc/core'
import { rank, sum, type DistanceMetric } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparableRanks } from '../comparable-ranks.js'
import { maxKnowledgeLinkage } from './max-knowledge.js'
import { naive } from './naive-nearest.fixture.js'
import { nearestRanks, rankDistance } from './rank-search.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const identity = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i)
/** d columns of n values of two files, few different ones, so that ties are everywhere. */
const files = fc.record({ n: fc.integer({ min: 1, max: 25 }), d: fc.integer({ min: 1, max: 4 }) }).chain(({ n, d }) => {
  const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: n, maxLength: n }).map(f64)
  const file = fc.array(column, { minLength: d, maxLength: d })
  return fc.tuple(file, file)
})
const linkages = ['nearest', 'assignment'] as const
const kinds: readonly DistanceMetric[] = ['chebyshev', 'cityblock', 'euclidean']

/** The least total over all orders of n. */
function least(n: number, total: (order: readonly number[]) => number, chosen: readonly number[] = []): number {
  if (chosen.length === n) return total(chosen)
  const free = [...identity(n)].filter((j) => !chosen.includes(j))
  return Math.min(...free.map((j) => least(n, total, [...chosen, j])))
}

describe('nearestRanks', () => {
  it.each(kinds)('equals the comparison of all pairs, ties included: %s', (kind) => {
    fc.assert(
      fc.property(files, ([x, y]) => {
        const [a, b] = [x, y].map((columns) => columns.map((column) => rank(column, 'average')))
        const found = nearestRanks(a, b, identity(a[0].length), kind)
        for (let i = 0; i < a[0].length; i++) {
          const { least, near } = naive(a, b, i, kind)
          expect(found.distance[i]).toBe(least)
          const credit = near.includes(i) ? 1 / near.length : 0
          expect([found.index[i], found.ties[i], found.credit[i]]).toEqual([near[0], near.length, credit])
        }
      }),
    )
  })
})

describe('maxKnowledgeLinkage', () => {
  it('links every record of an unmasked file with different records, in any order', () => {
    const rng = seededRng('x')
    const x = [0, 1, 2].map(() => Float64Array.from({ length: 200 }, () => rng.normal()))
    const order = rng.shuffle(identity(200))
    const y = x.map((column) => Float64Array.from(order, (i) => column[i]))
    const found = maxKnowledgeLinkage(x, y, order)
    expect(found).toMatchObject({ used: 200, exactRate: 1, expectedRate: 1, chance: 1 / 200 })
    expect([...found.linked].map((j) => order[j])).toEqual([...identity(200)])
  })

  it('uses ranks only: increasing transformations of any column of either file change nothing', () => {
    fc.assert(
      fc.property(files, ([x, y]) => {
        const truth = identity(x[0].length)
        const found = maxKnowledgeLinkage(x, y, truth)
        const cubes = (columns: readonly Float64Array[]): Float64Array[] =>
          columns.map((column) => column.map((one) => one ** 3 - 7))
        expect(maxKnowledgeLinkage(cubes(x), cubes(y), truth)).toEqual(found)
      }),
    )
  })

  it('credits ties with the probability of the right one', () => {
    // Records 0 and 1 are equal: each is found with chance 1/2; record 2 is certain.
    const found = maxKnowledgeLinkage([f64([1, 1, 5])], [f64([1, 1, 5])], identity(3))
    expect([...found.credit]).toEqual([0.5, 0.5, 1])
    expect(found.exactRate).toBeCloseTo(1 / 3, 12)
    expect(found.expectedRate).toBeCloseTo(2 / 3, 12)
  })

  it('links a file unrelated to the original by chance', () => {
    const rng = seededRng('independent')
    const n = 1000
    const columns = (): Float64Array[] => [0, 1, 2, 3].map(() => Float64Array.from({ length: n }, () => rng.normal()))
    const { expectedRate } = maxKnowledgeLinkage(columns(), columns(), identity(n))
    // The number of fixed points of a random linkage is about Poisson(1): above 12 with probability 6.4e-11.
    expect(expectedRate * n).toBeLessThan(12)
  })

  it('ranks the reverse-mapped file: noise that breaks the ties of the original has no influence', () => {
    // z = x, so that the first three are equal, and one of them is picked.
    const found = maxKnowledgeLinkage([f64([1, 1, 1, 2])], [f64([1.1, 1.2, 1.3, 9])], identity(4))
    expect([...found.credit]).toEqual([1 / 3, 1 / 3, 1 / 3, 1])
    expect([...found.distance]).toEqual([0, 0, 0, 0])
  })

  it('links an unmasked file completely, and ties of any number by chance', () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...linkages), ([x], linkage) => {
        const records = [...x[0].keys()].map((i) => x.map((column) => column[i]).join())
        const equal = records.map((one) => records.filter((other) => other === one).length)
        const found = maxKnowledgeLinkage(x, x, identity(x[0].length), { linkage })
        expect([...found.credit]).toEqual(equal.map((count) => 1 / count))
        expect([...found.distance]).toEqual(equal.map(() => 0))
      }),
    )
  })

  it('does not depend on the order of the records of either file', () => {
    fc.assert(
      fc.property(
        files,
        fc.nat(),
        fc.constantFrom(...kinds),
        fc.constantFrom(...linkages),
        ([x, y], seed, distance, linkage) => {
          const n = x[0].length
          const order = seededRng(seed).shuffle(identity(n))
          const shuffled = y.map((column) => Float64Array.from(order, (i) => column[i]))
          const before = maxKnowledgeLinkage(x, y, identity(n), { distance, linkage })
          const after = maxKnowledgeLinkage(x, shuffled, order, { distance, linkage })
          expect([after.credit, after.distance, after.ties]).toEqual([before.credit, before.distance, before.ties])
        },
      ),
    )
  })

  it('counts every masked record of an original one, and compares files of different lengths', () => {
    // The masked file has record 2 twice: places 1, 2, 3, 4 of four become places 1, 2, 3, 3 of three.
    const twice = maxKnowledgeLinkage([f64([10, 20, 30])], [f64([11, 31, 29, 21])], Int32Array.of(0, 2, 2, 1))
    expect([...twice.credit]).toEqual([1, 1, 1])
    expect([...twice.ties]).toEqual([1, 1, 2])
    expect(twice.chance).toBeCloseTo((1 + 1 + 2) / 3 / 4, 15)
    // A sample of two: the third original has no record to be found.
    const sample = maxKnowledgeLinkage([f64([10, 20, 30, 40])], [f64([41, 19])], Int32Array.of(3, 1))
    expect([...sample.credit]).toEqual([Number.NaN, 1, Number.NaN, 1])
    expect(sample).toMatchObject({ used: 2, expectedRate: 1, chance: 1 / 2 })
    // One of two nearest is the own one, whatever the order of the two.
    const half = maxKnowledgeLinkage([f64([1, 1])], [f64([1, 1])], Int32Array.of(0, -1))
    expect([...half.credit]).toEqual([0.5, Number.NaN])
  })

  it('links every record to a different masked one, at the least total distance', () => {
    const rng = seededRng('assignment')
    const draw = (): Float64Array[] => [0, 1].map(() => Float64Array.from({ length: 7 }, () => rng.int(20)))
    let shared = 0
    for (let run = 0; run < 20; run++) {
      const [a, b] = [draw(), draw()]
      shared += 7 - new Set(maxKnowledgeLinkage(a, b, identity(7), { distance: 'cityblock' }).linked).size
      const found = maxKnowledgeLinkage(a, b, identity(7), { linkage: 'assignment', distance: 'cityblock' })
      expect([...found.linked].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
      const { ranksX, ranksY } = comparableRanks(a, b)
      const total = (order: readonly number[]): number =>
        order.reduce((sum, j, i) => sum + rankDistance(ranksX, i, ranksY, j, 'cityblock'), 0)
      expect(total([...found.linked])).toBe(least(7, total))
      expect(found.distance.reduce((sum, one) => sum + one, 0)).toBe(total([...found.linked]))
    }
    // Each by itself, several would take the same record.
    expect(shared).toBeGreaterThan(20)
  })

  it('assigns files of different lengths, and refuses too many records', () => {
    const linkage = 'assignment'
    // Two masked records at the ranks 2 and 4 of four: the others have none.
    const sample = maxKnowledgeLinkage([f64([10, 20, 30, 40])], [f64([41, 19])], Int32Array.of(3, 1), { linkage })
    expect([...sample.linked]).toEqual([-1, 1, -1, 0])
    expect([...sample.credit]).toEqual([Number.NaN, 1, Number.NaN, 1])
    expect([...sample.distance]).toEqual([Number.NaN, 0, Number.NaN, 0])
    // Equal originals share the one masked record, and an original the two equal masked ones.
    const shared = maxKnowledgeLinkage([f64([5, 5])], [f64([5])], Int32Array.of(1), { linkage })
    expect([...shared.credit]).toEqual([Number.NaN, 0.5])
    const twice = maxKnowledgeLinkage([f64([5])], [f64([5, 5])], Int32Array.of(0, -1), { linkage })
    expect([...twice.credit]).toEqual([0.5])
    const many = [new Float64Array(5001)]
    expect(() => maxKnowledgeLinkage(many, many, identity(5001), { linkage })).toThrow(
      /5001 records .* the limit is 5000/,
    )
  })

  it('is the same with incomplete records among the others', () => {
    fc.assert(
      fc.property(files, fc.nat(), fc.constantFrom(...linkages), ([x, y], seed, linkage) => {
        const [n, d] = [x[0].length, x.length]
        // Twice as many records, in random order; the new ones lack a value of one column.
        const order = seededRng(seed).shuffle(identity(2 * n))
        const more = (columns: readonly Float64Array[]): Float64Array[] =>
          columns.map((column, k) =>
            Float64Array.from(order, (i) => (i < n ? column[i] : i % d === k ? Number.NaN : i)),
          )
        const alone = maxKnowledgeLinkage(x, y, identity(n), { linkage })
        const found = maxKnowledgeLinkage(more(x), more(y), identity(2 * n), { linkage })
        order.forEach((i, at) => {
          expect(found.credit[at]).toBe(i < n ? alone.credit[i] : Number.NaN)
          // Records equal in rank may exchange what they are assigned.
          if (linkage === 'nearest') expect(found.distance[at]).toBe(i < n ? alone.distance[i] : Number.NaN)
        })
        expect(sum(found.distance)).toBe(sum(alone.distance))
        expect([found.used, found.chance]).toEqual([n, alone.chance])
      }),
    )
  })

  it('leaves out incomplete records', () => {
    const found = maxKnowledgeLinkage([f64([1, Number.NaN, 3])], [f64([1, Number.NaN, 3])], identity(3))
    expect(found.used).toBe(2)
    expect(found.linked[1]).toBe(-1)
    // An imputed value counts among the masked ones: places 1, 2, 3 of three become places 1, 2, 2 of two.
    const imputed = maxKnowledgeLinkage([f64([1, Number.NaN, 3])], [f64([1, 2, 3])], identity(3))
    expect([...imputed.credit]).toEqual([1, Number.NaN, 0.5])
  })

  it('refuses an origin that does not fit the files, infinite values and files without records', () => {
    const x = [f64([1, 2, 3])]
    expect(() => maxKnowledgeLinkage(x, x, identity(2))).toThrow(/origin of 2 masked records.* there are 3/)
    expect(() => maxKnowledgeLinkage(x, x, Int32Array.of(0, 1, 3))).toThrow(
      /masked record 3 .* row 3, but the original has 3/,
    )
    expect(() => maxKnowledgeLinkage(x, x, Int32Array.of(0, -2, 1))).toThrow(/masked record 2/)
    expect(() => maxKnowledgeLinkage([f64([1, 2, Infinity])], x, identity(3))).toThrow(/original value of record 3/)
    expect(() => maxKnowledgeLinkage([...x, ...x], x, identity(3))).toThrow(/2 columns, the masked file 1/)
    expect(() => maxKnowledgeLinkage([f64([Number.NaN])], [f64([1])], identity(1))).toThrow(/0 complete records/)
  })
})
