import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kdTree } from './kd-tree.js'

describe('uncertainTies', () => {
  it('counts records in one place up to rounding without visiting each', () => {
    // 20,000 points times 60,000 records, listed, would take minutes.
    const rng = seededRng(1)
    const columns = [1, 2, 3].map(() => new Float64Array(60_000).map(() => 1e-17 * rng.uniform()))
    const search = kdTree(columns).uncertainTies({ weights: new Int32Array(60_000).fill(1), share: 2 ** -50 })
    for (let q = 0; q < 20_000; q++) {
      const point = new Float64Array(3).map(() => 1 + rng.uniform())
      const { count, lowest } = search({ point, size: point, beyond: new Float64Array(3), ring: Infinity })
      if (count !== 60_000 || lowest !== 0) expect([count, lowest]).toEqual([60_000, 0])
    }
  })
})
