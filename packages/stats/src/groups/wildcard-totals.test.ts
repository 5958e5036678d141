import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyClasses } from './key-classes.js'
import { wildcardTotals } from './wildcard-totals.js'

/** Every pair of records compared. */
function naiveCounts(codes: readonly (readonly number[])[], values: readonly number[]): number[] {
  const n = values.length
  return Array.from({ length: n }, (_, i) => {
    let sum = 0
    for (let j = 0; j < n; j++) {
      if (codes.every((key) => key[i] < 0 || key[j] < 0 || key[i] === key[j])) sum += values[j]
    }
    return sum
  })
}

function perRecord(codes: readonly (readonly number[])[], weights: readonly number[]): number[][] {
  const columns = codes.map((key) => Int32Array.from(key))
  const classes = keyClasses(columns)
  const sums = new Float64Array(classes.sizes.length)
  weights.forEach((weight, i) => (sums[classes.ids[i]] += weight))
  const totals = wildcardTotals(columns, classes, [Float64Array.from(classes.sizes), sums])
  return totals.map((total) => Array.from(classes.ids, (id) => total[id]))
}

describe('keyClasses', () => {
  it('numbers combinations in the order of their first records', () => {
    const classes = keyClasses([Int32Array.of(5, 5, -1, 5, -1), Int32Array.of(0, 1, 0, 0, 0)])
    expect([...classes.ids]).toEqual([0, 1, 2, 0, 2])
    expect([...classes.firsts]).toEqual([0, 1, 2])
    expect([...classes.sizes]).toEqual([2, 1, 2])
  })

  it('works for no record, and for a million combinations', () => {
    expect(keyClasses([new Int32Array(0)]).sizes).toHaveLength(0)
    const n = 1_000_000
    const { sizes, firsts } = keyClasses([
      Int32Array.from({ length: n }, (_, i) => i),
      Int32Array.from({ length: n }, (_, i) => i % 7),
    ])
    expect(sizes).toHaveLength(n)
    expect(firsts[n - 1]).toBe(n - 1)
  })
})

describe('wildcardTotals', () => {
  it('matching is not an equivalence relation: (1, ·) matches (1, 2) and (1, 3)', () => {
    const [counts] = perRecord(
      [
        [1, 1, 1],
        [-1, 2, 3],
      ],
      [1, 1, 1],
    )
    expect(counts).toEqual([3, 2, 2])
  })

  it('equals the comparison of every pair of records', () => {
    const file = fc
      .record({ n: fc.integer({ min: 1, max: 30 }), d: fc.integer({ min: 1, max: 4 }) })
      .chain(({ n, d }) =>
        fc.record({
          codes: fc.array(fc.array(fc.integer({ min: -1, max: 2 }), { minLength: n, maxLength: n }), {
            minLength: d,
            maxLength: d,
          }),
          // Whole numbers, so that sums are exact in any order.
          weights: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: n, maxLength: n }),
        }),
      )
    fc.assert(
      fc.property(file, ({ codes, weights }) => {
        const [counts, sums] = perRecord(codes, weights)
        expect(counts).toEqual(
          naiveCounts(
            codes,
            weights.map(() => 1),
          ),
        )
        expect(sums).toEqual(naiveCounts(codes, weights))
      }),
    )
  })

  it('a record without any key matches all, and more keys than bits of a number are allowed', () => {
    const empty = Array.from({ length: 40 }, () => [-1, 3, 3])
    expect(perRecord(empty, [1, 1, 1])[0]).toEqual([3, 3, 3])
    const apart = empty.map((key, j) => (j === 39 ? [-1, 3, 4] : key))
    expect(perRecord(apart, [1, 1, 1])[0]).toEqual([3, 2, 2])
  })
})
