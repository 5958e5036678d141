import alea from 'seedrandom/lib/alea.js'
import { describe, expect, it } from 'vitest'
import { aleaState } from './alea.js'

describe('aleaState', () => {
  it('is the one that seedrandom begins with, of any text', () => {
    const seeds = ['', ' ', '1', 'a seed', 'ÿ€😀', '0'.repeat(64), 'f'.repeat(64)]
    for (let i = 0; i < 2000; i++) seeds.push((i * 2654435761).toString(16).repeat(1 + (i % 9)))
    for (const seed of seeds) {
      const { s0, s1, s2, c } = alea(seed, { state: true }).state()
      expect(aleaState(seed)).toEqual({ fractions: [s0, s1, s2], carry: c })
    }
  })
})
