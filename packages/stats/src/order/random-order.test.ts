import { BLOCK, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomPermutation } from './random-order.js'

describe('randomPermutation', () => {
  it('has every number once, in the order of the numbers that the records draw', () => {
    const order = randomPermutation(BLOCK + 1000, seededRng(1))
    expect(order.slice().sort()).toEqual(Int32Array.from(order.keys()))
    const second = new Float64Array(1000)
    seededRng(1).child('1').fillUniform(second)
    const expected = Array.from(second.keys()).sort((i, j) => second[i] - second[j])
    expect(
      Array.from(
        order.filter((i) => i >= BLOCK),
        (i) => i - BLOCK,
      ),
    ).toEqual(expected)
    expect(randomPermutation(0, seededRng(1))).toEqual(new Int32Array(0))
  })

  it('gives all orders of four as often', () => {
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
