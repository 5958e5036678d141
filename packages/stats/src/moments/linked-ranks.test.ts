import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkedRanks } from './linked-ranks.js'

const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(-0), fc.constant(Number.NaN))
const pairs = fc.array(fc.tuple(value, value), { maxLength: 30 })
const side = (of: readonly (readonly [number, number])[], j: 0 | 1): Float64Array =>
  Float64Array.from(of, (one) => one[j])

describe('linkedRanks', () => {
  it('ranks the complete pairs from 1 to their number, in the order of the values', () => {
    fc.assert(
      fc.property(pairs, fc.integer(), fc.boolean(), (list, seed, random) => {
        const [x, y] = [side(list, 0), side(list, 1)]
        const { rankX, rankY, byX, byY } = linkedRanks(x, y, random ? seededRng(seed) : undefined)
        const complete = list.flatMap(([a, b], i) => (Number.isNaN(a) || Number.isNaN(b) ? [] : [i]))
        for (const [ranks, by, values] of [
          [rankX, byX, x],
          [rankY, byY, y],
        ] as const) {
          expect([...by].sort((a, b) => a - b)).toEqual(complete)
          by.forEach((i, at) => expect(ranks[i]).toBe(at + 1))
          for (let at = 1; at < by.length; at++) expect(values[by[at - 1]]).toBeLessThanOrEqual(values[by[at]])
          ranks.forEach((rank, i) => expect(Number.isNaN(rank)).toBe(!complete.includes(i)))
        }
      }),
    )
  })

  it('breaks ties of x with the smallest sum of rank changes', () => {
    // Three equal x: of their 3! orders the one of the masked values moves least.
    const x = Float64Array.of(5, 5, 5, 1)
    const y = Float64Array.of(9, 2, 4, 3)
    const { rankX, rankY } = linkedRanks(x, y)
    expect([...rankY]).toEqual([4, 1, 3, 2])
    expect([...rankX]).toEqual([4, 2, 3, 1])
  })

  it('agrees on both sides if nothing was masked, with and without ties', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 })), fc.integer(), (list, seed) => {
        const x = Float64Array.from(list)
        const { rankX, rankY } = linkedRanks(x, x, seededRng(seed))
        expect(rankX).toEqual(rankY)
      }),
    )
  })

  it('orders ties of y by the records without a random source, uniformly at random with one', () => {
    const y = Float64Array.of(1, 1, 1)
    const x = Float64Array.of(1, 2, 3)
    expect([...linkedRanks(x, y).byY]).toEqual([0, 1, 2])
    const counts = new Map<string, number>()
    const runs = 6000
    for (let seed = 0; seed < runs; seed++) {
      const order = linkedRanks(x, y, seededRng(seed)).byY.join()
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - runs / 6) ** 2 / (runs / 6), 0)
    // The χ² distribution with 5 degrees of freedom is above 41.8 with probability 6.5e-8.
    expect(counts.size).toBe(6)
    expect(chi2).toBeLessThan(41.8)
  })

  it('refuses sides of different length', () => {
    expect(() => linkedRanks(new Float64Array(2), new Float64Array(3))).toThrow(RangeError)
  })
})
