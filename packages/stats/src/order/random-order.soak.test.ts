import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomPermutation } from './random-order.js'

describe('randomPermutation', () => {
  it('gives all orders of four equally often', () => {
    const counts = new Map<string, number>()
    const draws = 24_000
    for (let t = 0; t < draws; t++) {
      const key = randomPermutation(4, seededRng('orders').child(String(t))).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    // |z| < 5.33: false alarm 1e-7 for each of the 24 orders.
    for (const count of counts.values()) {
      expect(Math.abs(count - draws / 24) / Math.sqrt((draws * 23) / 24 ** 2)).toBeLessThan(5.33)
    }
  })
})
