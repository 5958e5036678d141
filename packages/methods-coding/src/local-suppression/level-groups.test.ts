import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keySets } from './problem/key-sets.js'
import { levelGroups } from './level-groups.js'
import { holdsByPairs } from './oracle.fixture.js'
import { conditionOn } from './problem/problem.js'

const rule = { missing: 'own-level', share: 0.5 } as const

describe('levelGroups', () => {
  it('makes every record equal to k − 1 others by itself, on 150 random files', () => {
    let lost = 0
    for (let seed = 0; seed < 150; seed++) {
      const rng = seededRng(seed)
      const n = 4 + (seed % 40)
      const k = 2 + (seed % 3)
      const codes = [3, 5, 4].map((levels) =>
        Int32Array.from({ length: n }, () => Math.floor(rng.uniform() * rng.uniform() * (levels + 1)) - (seed % 2)),
      )
      const condition = conditionOn(seed % 5 === 0 ? [0, 2] : [0, 1, 2], k)
      const masks = new Int32Array(n)
      levelGroups(codes, condition, keySets(Float64Array.of(1, 1.5, 2)), masks)
      const problem = { codes, conditions: [condition], rule, weights: new Float64Array(3).fill(1) }
      expect(holdsByPairs(problem, masks), `seed ${seed}`).toBe(true)
      lost += masks.filter((bits) => bits !== 0).length
    }
    expect(lost).toBeGreaterThan(300)
  })

  it('lets one remaining record join records that a large class can spare', () => {
    // The last record differs from the others in the second key; two of the five are enough for k = 3.
    const codes = [Int32Array.of(1, 1, 1, 1, 1, 1), Int32Array.of(2, 2, 2, 2, 2, 3)]
    const masks = new Int32Array(6)
    levelGroups(codes, conditionOn([0, 1], 3), keySets(Float64Array.of(1, 1)), masks)
    expect([...masks]).toEqual([2, 2, 0, 0, 0, 2])
  })
})
