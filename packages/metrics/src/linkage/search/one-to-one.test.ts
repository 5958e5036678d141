import { seededRng } from '@sdc/core'
import { equalRecords } from '@sdc/stats'
import { recordOrder } from '@sdc/stats/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneToOne, type AssignedSide } from './one-to-one.js'

const sideOf = (values: Float64Array): AssignedSide => ({ order: recordOrder([values]), equal: equalRecords([values]) })

/** Generates every assignment of rows to columns of their own. */
function* assignments(rows: number, columns: number, taken: readonly number[] = []): Generator<readonly number[]> {
  if (taken.length === rows) yield taken
  else for (let b = 0; b < columns; b++) if (!taken.includes(b)) yield* assignments(rows, columns, [...taken, b])
}

describe('one-to-one linkage', () => {
  const numbers = (most: number): fc.Arbitrary<Float64Array> =>
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: most }).map((list) => Float64Array.from(list))

  it('has the smallest total of all assignments, and the credits of one of the best ones', () => {
    fc.assert(
      fc.property(numbers(4), numbers(3), ({ length }, extra) => {
        const rng = seededRng(length)
        const x = Float64Array.from({ length }, () => rng.int(4))
        const y = Float64Array.of(...x.map(() => rng.int(4)), ...extra)
        const gap = (a: number, b: number): number => Math.abs(x[a] - y[b])
        const total = (of: readonly number[]): number => of.reduce((sum, b, a) => sum + gap(a, b), 0)
        const all = [...assignments(x.length, y.length)]
        const least = Math.min(...all.map(total))
        const best = all.filter((of) => total(of) === least)
        const pairs = { row: Int32Array.from(x.keys()), column: Int32Array.from(x.keys()) }
        const costs = (a: number, own: Float64Array): void => y.forEach((_, b) => (own[b] = gap(a, b)))
        const found = oneToOne(sideOf(x), sideOf(y), costs, pairs, rng, () => {}, 3)
        expect(found.total).toBe(least)
        expect(found.credits).toHaveLength(3)
        // Equal records share: an assignment gives its number of links between the classes, over their sizes.
        const same = (values: Float64Array, i: number): number => values.filter((v) => v === values[i]).length
        const shared = best.map((of) =>
          pairs.row.reduce((list: number[], a) => {
            const links = of.filter((b, row) => x[row] === x[a] && y[b] === y[a]).length
            return [...list, links / (same(x, a) * same(y, a))]
          }, []),
        )
        for (const credit of found.credits) expect(shared).toContainEqual([...credit])
      }),
      { numRuns: 200 },
    )
  })

  it('finds the chance share if all links have the same cost, in any order of the files', () => {
    const n = 400
    // No class of equal records: only the order could distinguish true pairs.
    const values = Float64Array.from({ length: n }, (_, i) => i)
    const side = sideOf(values)
    const pairs = { row: side.order, column: side.order }
    const flat = (_: number, own: Float64Array): void => void own.fill(1)
    const { credits } = oneToOne(side, side, flat, pairs, seededRng(1), () => {}, 20)
    const hits = credits.map((credit) => credit.reduce((a, b) => a + b, 0))
    // The number of fixed points of a random permutation has mean and variance 1: 20 of them, 5.3 standard errors.
    expect(Math.abs(hits.reduce((a, b) => a + b, 0) / 20 - 1)).toBeLessThan(5.3 / Math.sqrt(20))
  })

  it.each([60, 70])('keeps the smallest cost in every further order, of 60 records to %i', (m) => {
    const rng = seededRng(5)
    const n = 60
    // Some records of either file have high costs for every link, so their prices differ.
    const cost = (a: number, b: number): number => Math.floor(3 * rng.uniform()) + (a % 4) + 2 * (b % 5)
    const costs = Array.from({ length: n }, (_, a) => Float64Array.from({ length: m }, (__, b) => cost(a, b)))
    const side = (count: number): AssignedSide => sideOf(Float64Array.from({ length: count }, (_, i) => i))
    // All pairs: the credit of each tells whether it is linked.
    const row = Int32Array.from({ length: n * m }, (_, k) => Math.floor(k / m))
    const column = Int32Array.from({ length: n * m }, (_, k) => k % m)
    const fill = (a: number, own: Float64Array): void => own.set(costs[a])
    const found = oneToOne(side(n), side(m), fill, { row, column }, rng, () => {}, 6)
    const totals = found.credits.map((credit) => {
      expect(credit.reduce((a, b) => a + b, 0)).toBe(n)
      return credit.reduce((sum, linked, k) => sum + linked * costs[row[k]][column[k]], 0)
    })
    expect(new Set(totals)).toEqual(new Set([found.total]))
    expect(new Set(found.credits.map((credit) => credit.join())).size).toBeGreaterThan(1)
  })
})
