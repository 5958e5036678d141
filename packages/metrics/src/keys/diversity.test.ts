import { describe, expect, it } from 'vitest'
import { distinctValues, entropyOf, recursiveDiversity } from './diversity.js'

/** Returns a set of values 0, 1, … with these numbers of records, within a longer buffer. */
const setOf = (...weights: number[]) => ({
  values: Int32Array.from({ length: weights.length + 2 }, (_, i) => i - 1),
  weights: Float64Array.of(99, ...weights, 99),
  from: 1,
  to: weights.length + 1,
  total: weights.reduce((sum, one) => sum + one, 0),
})

describe('diversity of a set of values', () => {
  it('distinct', () => {
    expect([setOf(1), setOf(5, 1, 1)].map(distinctValues)).toEqual([1, 3])
  })

  it('entropy: ln m for m equally frequent values, less for others', () => {
    for (const m of [1, 2, 3, 10])
      expect(entropyOf(setOf(...new Array<number>(m).fill(2)))).toBeCloseTo(Math.log(m), 14)
    // ½ ln 2 + 2 · ¼ ln 4.
    expect(entropyOf(setOf(2, 1, 1))).toBeCloseTo(1.5 * Math.LN2, 14)
    expect(entropyOf(setOf(0.5, 0.25, 0.25))).toBeCloseTo(1.5 * Math.LN2, 14)
  })

  it('recursive: strictly less than c times the remainder', () => {
    // r = 4, 3, 2, 1: tails 10, 6, 3, 1.
    const set = setOf(2, 4, 1, 3)
    expect(recursiveDiversity(2)(set)).toBe(3)
    // 4 < c · 3 does not hold at c = 4/3, nor 4 < c · 1 at c = 4.
    expect(recursiveDiversity(4)(set)).toBe(3)
    expect(recursiveDiversity(4.001)(set)).toBe(4)
    expect(recursiveDiversity(0.5)(set)).toBe(1)
    expect(recursiveDiversity(0.4)(set)).toBe(0)
    expect(recursiveDiversity(1)(setOf(7))).toBe(0)
    expect(recursiveDiversity(1.5)(setOf(7))).toBe(1)
    // More values than are sorted by insertion: 30 of one record each, except one of two, 2 < 2 · 2 for ℓ = 29.
    expect(recursiveDiversity(2)(setOf(...new Array<number>(29).fill(1), 2))).toBe(29)
    // Two values equally often: 3 < c · 3 only for c > 1.
    expect([0.5, 0.6, 1, 1.1].map((c) => recursiveDiversity(c)(setOf(3, 3)))).toEqual([0, 1, 1, 2])
  })
})
