import { seededRng } from '@sdc/core'
import { rank } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxKnowledgeLinkage } from './max-knowledge.js'
import { permutedPrivacy, privacyCurve, verifyRecord } from './permuted-privacy.js'
import { nearestRanks, type RankDistance } from './rank-search.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const identity = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i)
/** d columns of n values of two files, few different ones, so that ties are everywhere. */
const files = fc.record({ n: fc.integer({ min: 1, max: 25 }), d: fc.integer({ min: 1, max: 4 }) }).chain(({ n, d }) => {
  const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: n, maxLength: n }).map(f64)
  const file = fc.array(column, { minLength: d, maxLength: d })
  return fc.tuple(file, file)
})
const kinds: readonly RankDistance[] = ['max', 'sum', 'l2']

function naive(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  i: number,
  kind: RankDistance,
): { least: number; near: number[] } {
  const all = [...b[0].keys()].map((j) => {
    const gaps = a.map((column, k) => Math.abs(column[i] - b[k][j]))
    if (kind === 'max') return Math.max(...gaps)
    return gaps.reduce((sum, gap) => sum + (kind === 'sum' ? gap : gap * gap), 0)
  })
  const least = Math.min(...all)
  return { least: kind === 'l2' ? Math.sqrt(least) : least, near: all.flatMap((one, j) => (one === least ? [j] : [])) }
}

describe('nearestRanks', () => {
  it.each(kinds)('finds what comparing all pairs finds, ties and all: %s', (kind) => {
    fc.assert(
      fc.property(files, ([x, y]) => {
        const [a, b] = [x, y].map((columns) => columns.map((column) => rank(column, 'average')))
        const found = nearestRanks(a, b, identity(a[0].length), kind)
        for (let i = 0; i < a[0].length; i++) {
          const { least, near } = naive(a, b, i, kind)
          expect(found.distance[i]).toBe(least)
          expect([found.index[i], found.ties[i], found.hit[i]]).toEqual([
            near[0],
            near.length,
            Number(near.includes(i)),
          ])
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

  it('sees ranks only: increasing transformations of any column of either file change nothing', () => {
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

  it('credits ties with the chance to pick the right one', () => {
    // Records 0 and 1 are equal: each is found with chance 1/2; record 2 is certain.
    const found = maxKnowledgeLinkage([f64([1, 1, 5])], [f64([1, 1, 5])], identity(3))
    expect([...found.credit]).toEqual([0.5, 0.5, 1])
    expect(found.exactRate).toBeCloseTo(1 / 3, 12)
    expect(found.expectedRate).toBeCloseTo(2 / 3, 12)
  })

  it('a file that has nothing to do with the original is linked by chance', () => {
    const rng = seededRng('independent')
    const n = 1000
    const columns = (): Float64Array[] => [0, 1, 2, 3].map(() => Float64Array.from({ length: n }, () => rng.normal()))
    const { expectedRate } = maxKnowledgeLinkage(columns(), columns(), identity(n))
    // The number of fixed points of a random linkage is about Poisson(1): above 12 with probability 6.4e-11.
    expect(expectedRate * n).toBeLessThan(12)
  })

  it('leaves out incomplete records and refuses files whose ranks cannot be compared', () => {
    const found = maxKnowledgeLinkage([f64([1, Number.NaN, 3])], [f64([1, Number.NaN, 3])], identity(3))
    expect(found.used).toBe(2)
    expect(found.linked[1]).toBe(-1)
    expect(() => maxKnowledgeLinkage([f64([1, 2, 3])], [f64([1, 2])], identity(2))).toThrow(
      /3 complete records, the masked file 2/,
    )
  })
})

describe('permutedPrivacy', () => {
  it('is what its definition says', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 0, max: 8 }), ([x, y], d) => {
        const n = x[0].length
        const [a, b] = [x, y].map((columns) => columns.map((column) => rank(column, 'average')))
        const found = permutedPrivacy(x, y, { d, v: 0 })
        for (let i = 0; i < n; i++) {
          const { least } = naive(a, b, i, 'max')
          expect(found.distance[i]).toBe(least)
          expect(found.protected[i]).toBe(Number(least >= d))
        }
        expect(found.share).toBeCloseTo(found.protected.reduce((sum, one) => sum + one, 0) / n, 12)
      }),
    )
  })

  it('falls with d and with v, and its curve is the share at v = 0', () => {
    fc.assert(
      fc.property(files, ([x, y]) => {
        const at = (d: number, v: number): number => permutedPrivacy(x, y, { d, v }).share
        const ds = [0, 1, 2, 4, 8]
        const { distance } = permutedPrivacy(x, y, { d: 0, v: 0 })
        expect(privacyCurve(distance, ds)).toEqual(ds.map((d) => at(d, 0)))
        for (let k = 1; k < ds.length; k++) expect(at(ds[k], 0)).toBeLessThanOrEqual(at(ds[k - 1], 0))
        for (const v of [0.1, 0.5, 1]) expect(at(1, v)).toBeLessThanOrEqual(at(1, 0))
      }),
    )
  })

  it('protects nothing of an unmasked file from any distance above 0', () => {
    fc.assert(
      fc.property(files, ([x]) => {
        expect(permutedPrivacy(x, x, { d: 0.5, v: 0 }).share).toBe(0)
      }),
    )
  })

  it('local variance by hand', () => {
    // d = 1: of 5 values the ranks 2, 3, 4 around rank 3: 10, 20, 60 have variance 700; all five have mean 38.
    const y = f64([0, 10, 20, 60, 100])
    const { localVariance } = permutedPrivacy([f64([1, 2, 3, 4, 5])], [y], { d: 1, v: 0 })
    const whole = (38 ** 2 + 28 ** 2 + 18 ** 2 + 22 ** 2 + 62 ** 2) / 4
    expect(localVariance[2]).toBeCloseTo(700 / whole, 12)
  })
})

describe('incomplete and infinite values', () => {
  it('leave the local variance of the complete records as it is', () => {
    const [x, y] = [f64([1, 2, 3, 4, 5]), f64([0, 10, 20, 60, 100])]
    const other = f64([3, 1, 5, 2, 4])
    const alone = permutedPrivacy([x, other], [y, other], { d: 1, v: 0 })
    // A sixth record lacks a value in the other column: its value in this one takes no part.
    const more = (values: Float64Array, value: number): Float64Array => f64([...values, value])
    const hole = more(other, Number.NaN)
    const found = permutedPrivacy([more(x, 2.5), hole], [more(y, 15), hole], { d: 1, v: 0 })
    expect(found.localVariance.slice(0, 5)).toEqual(alone.localVariance)
    expect(found.used).toBe(5)
  })

  it('are refused where they are infinite', () => {
    const [finite, infinite] = [f64([1, 2, 3]), f64([1, 2, Infinity])]
    expect(() => maxKnowledgeLinkage([infinite], [finite], identity(3))).toThrow(/original value of record 3/)
    expect(() => permutedPrivacy([finite], [infinite], { d: 1, v: 0 })).toThrow(/masked value of record 3/)
  })
})

describe('verifyRecord', () => {
  const y = [f64([10, 20, 30, 40]), f64([4, 3, 2, 1])]

  it('finds the own rank among the released values, and how near a released record is', () => {
    const found = verifyRecord(f64([21, 2.9]), y, { d: 1 })
    expect([...found.ranks]).toEqual([2, 3])
    expect(found.distance).toBe(0)
    expect(verifyRecord(f64([21, 1.1]), y, { d: 1 }).distance).toBe(1)
  })

  it('may stand between two values, or be nearest to two', () => {
    expect([...verifyRecord(f64([25, 2.5]), y, { d: 1 }).ranks]).toEqual([2.5, 2.5])
    expect([...verifyRecord(f64([25, 9]), y, { d: 1, rankRule: 'insertion' }).ranks]).toEqual([2.5, 4.5])
  })

  it('refuses records and files that do not fit', () => {
    expect(() => verifyRecord(f64([1]), y, { d: 1 })).toThrow(/1 values, the released file 2/)
    expect(() => verifyRecord(f64([1, Number.NaN]), y, { d: 1 })).toThrow(/complete columns/)
  })
})
