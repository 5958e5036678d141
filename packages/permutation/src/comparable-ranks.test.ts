import { rank } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mappedRanks } from './comparable-ranks.js'
import { reverseMap } from '@sdc/reverse-map'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const tied = (length: number): fc.Arbitrary<Float64Array> =>
  fc.array(fc.integer({ min: 0, max: 3 }), { minLength: length, maxLength: length }).map(f64)

function* permutations(n: number): Generator<number[]> {
  if (n === 0) return yield []
  for (const rest of permutations(n - 1)) for (let at = 0; at < n; at++) yield rest.toSpliced(at, 0, n - 1)
}

describe('mappedRanks', () => {
  it('is the mean rank of the reverse-mapped value, over all ways to break the ties', () => {
    const orders = [...permutations(5)]
    fc.assert(
      fc.property(tied(5), tied(5), (x, y) => {
        const ranks = rank(x, 'average')
        const sums = new Float64Array(5)
        for (const order of orders) {
          const z = reverseMap(x, f64(order.map((i) => y[i])), { ties: 'first' })
          order.forEach((i, at) => (sums[i] += ranks[x.indexOf(z[at])]))
        }
        const found = mappedRanks(x, y)
        // Rounded to sixteenths: off by 1/32 at most.
        sums.forEach((sum, i) => expect(Math.abs(found[i] - sum / orders.length)).toBeLessThanOrEqual(1 / 32))
      }),
      { numRuns: 40 },
    )
  })

  it('is the mean rank of y if x has no ties, and the rank of x if y has its values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }).chain(tied), (y) => {
        const untied = y.map((_, i) => -i)
        expect(mappedRanks(untied, y)).toEqual(rank(y, 'average'))
        expect(
          mappedRanks(
            y,
            y.map((one) => one ** 3),
          ),
        ).toEqual(rank(y, 'average'))
      }),
    )
  })

  it('increases with y, between the first and the last rank, in exact sixteenths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }).chain(tied), fc.integer({ min: 1, max: 20 }).chain(tied), (x, y) => {
        const ranks = mappedRanks(x, y)
        for (const one of ranks) {
          expect(Number.isInteger(16 * one)).toBe(true)
          expect(one).toBeGreaterThanOrEqual(1)
          expect(one).toBeLessThanOrEqual(x.length)
        }
        y.forEach((a, i) => y.forEach((b, j) => expect(a < b && ranks[i] > ranks[j]).toBe(false)))
      }),
    )
  })

  it('keeps equal distances equal: reversed, every rank is exactly as far from the other end', () => {
    const both = fc.integer({ min: 1, max: 80 }).chain((n) => fc.tuple(tied(n), tied(n)))
    const turned = (values: Float64Array): Float64Array => values.map((one) => -one)
    fc.assert(
      fc.property(both, ([x, y]) => {
        expect(mappedRanks(turned(x), turned(y))).toEqual(mappedRanks(x, y).map((one) => x.length + 1 - one))
      }),
    )
    // A third of a rank, rounded: places 2, 3, 4 have ranks 1.5, 3 and 4.
    expect(mappedRanks(f64([1, 1, 2, 3, 4]), f64([0, 1, 1, 1, 2]))[1]).toBe(Math.round(16 * (8.5 / 3)) / 16)
  })

  it('uses the same relative place in a longer or shorter file', () => {
    expect([...mappedRanks(f64([5, 6, 7, 8]), f64([30, 10]))]).toEqual([4, 2])
    expect([...mappedRanks(f64([5, 6]), f64([1, 2, 3, 4]))]).toEqual([1, 1, 2, 2])
  })
})
