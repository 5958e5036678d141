import { describe, expect, it } from 'vitest'
import { matchingTotals } from './matching-totals.js'

/** A small generator of whole numbers below a bound, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

describe('matchingTotals', () => {
  it('equals the sum over all matching pairs, on 200 random files', () => {
    let matched = 0
    for (let seed = 1; seed <= 200; seed++) {
      const next = numbers(seed)
      const n = 1 + next(30)
      const keys = Array.from({ length: next(4) }, () => Int32Array.from({ length: n }, () => next(4) - 1))
      const values = Float64Array.from({ length: n }, () => 1 + next(5))
      const queries = Int32Array.from({ length: n }, (_, i) => i).filter(() => next(2) === 0)
      const fits = {
        wildcard: (a: number, b: number): boolean => a === b || a < 0 || b < 0,
        reachable: (a: number, b: number): boolean => a === b || a < 0,
      }
      for (const match of ['wildcard', 'reachable'] as const) {
        const expected = Array.from(queries, (i) =>
          values.reduce((sum, v, j) => (keys.every((key) => fits[match](key[i], key[j])) ? sum + v : sum), 0),
        )
        expect([...matchingTotals(keys, values, queries, match)], `seed ${seed} ${match}`).toEqual(expected)
        matched += expected.filter((sum, at) => sum > values[queries[at]]).length
      }
    }
    expect(matched).toBeGreaterThan(1000)
  })
})
