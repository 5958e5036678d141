import { describe, expect, it } from 'vitest'
import { minimalUniques } from './minimal-uniques.js'

describe('minimalUniques', () => {
  it('works for a million values of a key, some missing', () => {
    const n = 1_000_000
    const id = Int32Array.from({ length: n }, (_, i) => (i % 1000 === 0 ? -1 : i))
    const two = Int32Array.from({ length: n }, (_, i) => i % 2)
    let both = 0
    minimalUniques([id, two], { maxSize: 2, missing: 'wildcard' }, (row, keys) => {
      // The records without an id have two = 0: the value 1 tells others apart from them.
      if (keys === 3 && row % 2 === 1) both++
    })
    expect(both).toBe(n / 2)
  })
})
