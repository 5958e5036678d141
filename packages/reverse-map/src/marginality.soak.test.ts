import { describe, expect, it } from 'vitest'
import { marginality } from './marginality.js'
import { taxonomyTree } from '@sdc/toolkit/internal'

describe('marginality', () => {
  it('handles a million categories in a second', () => {
    const taxonomy = new Map<string, string | null>()
    for (let i = 0; i < 1e6; i++) taxonomy.set(`c${i}`, `g${i % 1000}`)
    const tree = taxonomyTree([...taxonomy.keys()], taxonomy)
    const found = marginality(tree, new Int32Array(1e6).fill(1), 'ancestors')
    // 999 siblings share one of three nodes; the others share none.
    expect(found[0]).toBeCloseTo(999 * Math.log2(1 + 2 / 3) + 999_000, 3)
  })
})
