import { BLOCK, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { swapPartners } from './swap-partners.js'
import { swapWalk } from './swap-walk.js'

/** Neither asks for records. */
const none = new Uint32Array(0)

describe('a walk of swaps through the ranks', () => {
  it.each([
    [1, 1],
    [2, 1],
    [7, 3],
    [7, 100],
    [1000, 1],
    [1000, 50],
    [1000, 999],
    [1000, 5000],
    [2 * BLOCK + 77, 700],
    [BLOCK + 1, BLOCK],
  ])('over %i ranks, window %i, gives the same in pieces of any length as for the whole column', (count, window) => {
    const sorted = Float64Array.from({ length: count }, (_, i) => i)
    const partners = swapPartners(count, window, seededRng(3))
    for (const piece of [1, 777, 65_536, count]) {
      if (count / piece > 2000) continue
      const walk = swapWalk(count, window, seededRng(3))
      const results: number[] = []
      for (let at = 0; at < count; at += piece)
        for (const value of walk.push(sorted.subarray(at, at + piece), sorted, none)) results.push(value)
      for (const value of walk.end()) results.push(value)
      expect(results.length).toBe(count)
      expect(results.findIndex((value, i) => value !== partners[i])).toBe(-1)
    }
  })
})
