import { describe, expect, it } from 'vitest'
import { drawnCheck } from './drawn.js'
import { verdictOf } from './verdict.js'

describe('drawnCheck', () => {
  // Mean 5, standard deviation 1: five of them, and half a unit, reach from −.5 to 10.5.
  const values = [4, 5, 6]

  it('holds a printed value against the mean of ours and their spread', () => {
    expect(drawnCheck(values, 7, { shown: 1 })).toMatchObject({ ours: 5, printed: 7, shown: 1, tolerance: { by: 5.5 } })
    for (const printed of [0, 5, 10]) expect(verdictOf(drawnCheck(values, printed))).toBe('within tolerance')
    for (const printed of [-1, 11]) expect(verdictOf(drawnCheck(values, printed))).toBe('differs')
  })

  it('asks for the printed decimals where ours do not vary', () => {
    expect(verdictOf(drawnCheck([1, 1, 1], 1, { decimals: 3 }))).toBe('within tolerance')
    expect(verdictOf(drawnCheck([1, 1, 1], 0.999, { decimals: 3 }))).toBe('differs')
  })
})
