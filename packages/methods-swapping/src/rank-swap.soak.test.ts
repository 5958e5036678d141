import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { rankSwapPermutation } from './rank-swap.js'
import { zBound } from './testing.fixture.js'

describe('rankSwap', () => {
  it('orders equal values at random: with all values equal, every pairing of four records is equally likely', () => {
    const runs = 20_000
    const x = Float64Array.of(7, 7, 7, 7)
    const seen = new Map<string, number>()
    const rng = seededRng('ties')
    for (let r = 0; r < runs; r++) {
      const key = rankSwapPermutation(x, 1, rng.child(String(r))).join()
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual(['1,0,3,2', '2,3,0,1', '3,2,1,0'])
    for (const count of seen.values()) {
      expect(Math.abs(count - runs / 3) / Math.sqrt((runs * 2) / 9)).toBeLessThan(zBound)
    }
  })
})
