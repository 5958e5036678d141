import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneRight, type RightRows, type TieCount } from '../search/link.js'
import { plainRankSwap, rankSwapCandidates } from '../../testing/rank-swap.fixture.js'
import { rankSwapLinks, type RankSwapLinks } from './rank-swap-linkage.js'
import { keysOf } from './rank-swap-linkage.fixture.js'

interface Files {
  readonly x: Float64Array[]
  readonly y: Float64Array[]
  readonly owner: Int32Array
}

/** Released records of another record, the same one, or none; the values of three keys, made from 0 … `most`. */
function filesOf(rows: number, most: readonly number[], value: (v: number) => number): fc.Arbitrary<Files> {
  const arrayOf = (length: number, least: number, greatest: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min: least, max: greatest }), { minLength: length, maxLength: length })
  const columns = (length: number): fc.Arbitrary<Float64Array[]> =>
    fc.tuple(...most.map((top) => arrayOf(length, 0, top).map((values) => Float64Array.from(values, value))))
  return fc.tuple(fc.integer({ min: 1, max: rows }), fc.integer({ min: 1, max: rows })).chain(([n, m]) =>
    fc.record({
      x: columns(n),
      y: columns(m),
      owner: arrayOf(m, -1, n - 1).map((list) => Int32Array.from(list)),
    }),
  )
}

/** Few values, so that records, keys and distances tie. */
const files = filesOf(25, [8, 5, 2], (v) => v)
/**
 * Skewed values, so that the nearest records are often outside of the intervals, and small ones, so that ties are
 * exact.
 */
const skewedFiles = filesOf(60, [30, 20, 25], (v) => v ** 2)

/** Compares every pair of records. */
function bruteLinks(
  { x, y, owner }: Files,
  window: number,
  ties: TieCount,
): { [key in keyof RankSwapLinks]: number[] }[] {
  return x.map((_, last) => {
    const known = x.slice(0, last + 1)
    const each = Array.from(x[0], (_, r) => {
      const rows = [...rankSwapCandidates(known, y.slice(0, last + 1), r, window)]
      const distance = (row: number): number => known.reduce((sum, key, j) => sum + (key[r] - y[j][row]) ** 2, 0)
      const least = Math.min(...rows.map(distance))
      const nearest = rows.filter((row) => distance(row) === least)
      const right = nearest.filter((row) => owner[row] === r)
      const worth = {
        fractional: right.length / Math.max(1, nearest.length),
        first: nearest.length > 0 && owner[nearest[0]] === r ? 1 : 0,
        inclusive: right.length > 0 ? 1 : 0,
        strict: nearest.length === 1 && right.length === 1 ? 1 : 0,
      }
      return {
        credit: worth[ties],
        candidates: Math.min(2, rows.length),
        held: rows.some((row) => owner[row] === r) ? 1 : 0,
      }
    })
    return {
      credit: each.map(({ credit }) => credit),
      candidates: each.map(({ candidates }) => candidates),
      held: each.map(({ held }) => held),
    }
  })
}

const rules = ['fractional', 'first', 'inclusive', 'strict'] as const
// With 0 every record is searched in the tree first, with 1000 none is.
const many = fc.constantFrom(0, 5, 1000)
const plain = ({ credit, candidates, held }: RankSwapLinks): object => ({
  credit: [...credit],
  candidates: [...candidates],
  held: [...held],
})

/** Returns the released rows of each known record, ascending. */
const rowsOf = ({ x, owner }: Files): RightRows => {
  const lists = Array.from(x[0], (_, r) => Array.from(owner.keys()).filter((row) => owner[row] === r))
  const starts = Int32Array.from([0, ...lists.map((_, r) => lists.slice(0, r + 1).flat().length)])
  return { starts, rows: Int32Array.from(lists.flat()) }
}

describe('rankSwapLinks', () => {
  it('equals comparing all pairs of records, for every search of the candidates', () => {
    for (const any of [files, skewedFiles]) {
      fc.assert(
        fc.property(any, fc.nat({ max: 12 }), fc.constantFrom(...rules), many, (both, window, ties, most) => {
          const links = rankSwapLinks(keysOf(both.x, both.y, window), rowsOf(both), ties, () => {}, most)
          expect(links.map(plain)).toEqual(bruteLinks(both, window, ties))
        }),
        { numRuns: 300 },
      )
    }
  })

  it('counts all equally near records, even more than the tree returns at first', () => {
    // 24 points on a circle around the record, 325 = 1² + 18² = 6² + 17² = 10² + 15², and one outside.
    const quarter = [1, 6, 10, 15, 17, 18]
    const circle = quarter.flatMap((a, i) => [-1, 1].flatMap((s) => [-1, 1].map((t) => [s * a, t * quarter[5 - i]])))
    const y = [0, 1].map((j) => Float64Array.from([...circle, [20, 20]], (point) => point[j]))
    const x = [Float64Array.of(0), Float64Array.of(0)]
    for (const most of [0, 1000]) {
      const links = rankSwapLinks(keysOf(x, y, 25), oneRight(Int32Array.of(7)), 'fractional', () => {}, most)
      expect(links[1].credit[0]).toBe(1 / 24)
    }
  })

  it('contains every record of a rank-swapped file, and has fewer candidates with every key', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 12 }), fc.nat(), many, ({ x }, window, seed, most) => {
        const y = x.map((column, j) => plainRankSwap(column, window, seed + j))
        const links = rankSwapLinks(
          keysOf(x, y, window),
          oneRight(Int32Array.from(x[0].keys())),
          'fractional',
          () => {},
          most,
        )
        links.forEach(({ held, candidates }, t) => {
          expect(held.every((one) => one === 1)).toBe(true)
          if (t > 0) candidates.forEach((count, r) => expect(count).toBeLessThanOrEqual(links[t - 1].candidates[r]))
        })
      }),
    )
  })
})
