import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kendall } from './kendall.js'

function byPairs(a: Float64Array, b: Float64Array): number {
  let [product, untiedA, untiedB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [sa, sb] = [Math.sign(a[i] - a[j]), Math.sign(b[i] - b[j])]
      product += sa * sb
      untiedA += sa * sa
      untiedB += sb * sb
    }
  }
  const ratio = product / (Math.sqrt(untiedA) * Math.sqrt(untiedB))
  // Two equal roots need not have the product that they are the roots of.
  return untiedA > 0 && untiedB > 0 ? Math.max(-1, Math.min(1, ratio)) : Number.NaN
}

describe('kendall', () => {
  // A merge sort from the bottom up ends differently at every length.
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100])(
    'counts all of %d pairs, ties included',
    (n) => {
      const rng = seededRng(`kendall ${n}`)
      for (const values of [2, 3, 10, 1000]) {
        const [a, b] = [0, 1].map(() => new Float64Array(n).map(() => rng.int(values)))
        expect(kendall(a, b)).toBe(byPairs(a, b))
      }
    },
  )

  it('has its closed form for many records: the first half descending, the second above it', () => {
    const n = 4000
    const a = Float64Array.from({ length: n }, (_, i) => i)
    const b = a.map((i) => (i < n / 2 ? -i : i))
    const pairs = (m: number): number => (m * (m - 1)) / 2
    expect(kendall(a, b)).toBeCloseTo(1 - (2 * pairs(n / 2)) / pairs(n), 14)
  })
})
