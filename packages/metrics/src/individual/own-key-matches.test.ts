import { seededRng } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { ownKeyMatches } from './own-key-matches.js'

describe('ownKeyMatches', () => {
  it('equals the definition', () => {
    const rng = seededRng(3)
    const n = 120
    const codes = Array.from({ length: 4 }, () =>
      Int32Array.from({ length: n }, (_, i) => (i === 7 ? -1 : rng.int(4) - 1)),
    )
    const expected = Array.from(
      { length: n },
      (_, i) =>
        [...Array(n).keys()].filter((other) => codes.every((column) => column[i] < 0 || column[i] === column[other]))
          .length,
    )
    expect([...ownKeyMatches(codes, keyClasses(codes))]).toEqual(expected)
    // A record without any key matches all others.
    expect(Math.max(...expected)).toBe(n)
    expect(Math.min(...expected)).toBe(1)
  })
})
