import { seededRng } from '@sdc/core'
import { equalRecords } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { pairedRecords } from './data-swap.js'
import { zBound } from './testing.fixture.js'

describe('pairedRecords', () => {
  it('swaps every record of a key equally often, with every other', () => {
    const keys = equalRecords([Float64Array.of(1, 2, 1, 2, 1, 1)])
    const runs = 20_000
    const rng = seededRng('pairs')
    const seen = Array.from({ length: 6 }, () => new Float64Array(6))
    for (let run = 0; run < runs; run++) {
      const { from, pairs } = pairedRecords(keys, 1, rng.child(`${run}`))
      expect(pairs).toBe(1)
      from.forEach((l, i) => seen[i][l]++)
    }
    // Three pairs are possible at a time, two of key 1 and one of key 2. A pair of key 2 is drawn in a third of the cases,
    // each of the six pairs of key 1 in a ninth.
    for (const [i, l, chance] of [
      [1, 3, 1 / 3],
      [0, 2, 1 / 9],
      [0, 4, 1 / 9],
      [2, 5, 1 / 9],
      [4, 5, 1 / 9],
    ] as const) {
      expect(Math.abs(seen[i][l] - chance * runs)).toBeLessThan(zBound * Math.sqrt(runs * chance * (1 - chance)))
      expect(seen[l][i]).toBe(seen[i][l])
    }
    expect(seen[0][1]).toBe(0)
  })
})
