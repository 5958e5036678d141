import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verdictOf, worst } from './verdict.js'

describe('verdictOf', () => {
  it('is exact where ours rounds to the printed decimals', () => {
    expect(verdictOf({ ours: 0.891538, printed: 0.892, decimals: 3 })).toBe('exact')
    expect(verdictOf({ ours: 0.8914, printed: 0.892, decimals: 3 })).toBe('differs')
    expect(verdictOf({ ours: 16, printed: 16 })).toBe('exact')
    expect(verdictOf({ ours: 17, printed: 16 })).toBe('differs')
    expect(verdictOf({ ours: '1 2', printed: '1 2' })).toBe('exact')
    expect(verdictOf({ ours: '1 2', printed: '1 3' })).toBe('differs')
  })

  it('takes either rounding of a half', () => {
    expect(verdictOf({ ours: 0.1235, printed: 0.123, decimals: 3 })).toBe('exact')
    expect(verdictOf({ ours: 0.1235, printed: 0.124, decimals: 3 })).toBe('exact')
  })

  it('accepts what is within a stated tolerance, and says so', () => {
    const tolerance = { by: 0.5, why: 'another draw' }
    expect(verdictOf({ ours: 22.49, printed: 22.14, decimals: 2, tolerance })).toBe('in range')
    expect(verdictOf({ ours: 22.14, printed: 22.14, decimals: 2, tolerance })).toBe('exact')
    expect(verdictOf({ ours: 22.7, printed: 22.14, decimals: 2, tolerance })).toBe('differs')
  })

  it('never calls a mean of random draws exact', () => {
    const tolerance = { by: 2, why: 'one draw', random: true } as const
    expect(verdictOf({ ours: 4.4, printed: 4, tolerance })).toBe('in range')
    expect(verdictOf({ ours: 4, printed: 4, tolerance })).toBe('in range')
    expect(verdictOf({ ours: 6.1, printed: 4, tolerance })).toBe('differs')
  })

  it('knows what is drawn and far from ours, and what no draw is', () => {
    const tolerance = { by: 2, most: 4, why: 'one draw', random: true } as const
    expect([5.9, 6.1, 7.9, 8.1].map((ours) => verdictOf({ ours, printed: 4, tolerance }))).toEqual([
      'in range',
      'outlying',
      'outlying',
      'differs',
    ])
  })

  it('counts a difference of opinion for no misprint, and accepts it only as it is known', () => {
    const disagreement = { id: 'D1', should: 'no', why: 'it keeps others' }
    expect(verdictOf({ ours: 'no', printed: 'yes', disagreement })).toBe('disputed')
    expect(verdictOf({ ours: 'n → ∞', printed: 'yes', disagreement })).toBe('differs')
    expect(verdictOf({ ours: 'yes', printed: 'yes', disagreement })).toBe('exact')
  })

  it('does not compare what comes of other data, but misses it where it is not there', () => {
    expect(verdictOf({ ours: 1, printed: 4, notCompared: 'other records' })).toBe('not compared')
    expect(verdictOf({ ours: null, printed: 4, notCompared: 'other records' })).toBe('differs')
  })

  it('accepts a misprint only as it is known', () => {
    const misprint = { id: 'M18', should: '3 7', why: 'one is left out' }
    expect(verdictOf({ ours: '3 7', printed: '7', misprint })).toBe('misprint')
    expect(verdictOf({ ours: '3 8', printed: '7', misprint })).toBe('differs')
    expect(verdictOf({ ours: '7', printed: '7', misprint })).toBe('exact')
  })

  it('accepts a value that nothing gives only as it was before', () => {
    const before = { mean: 39.2, deviation: 0 }
    const unexplained = { id: 'M8', should: null, why: 'nothing gives it' }
    const check = { ours: 39.2, printed: 44.81, decimals: 2, before }
    expect(verdictOf({ ...check, misprint: unexplained })).toBe('not reproducible')
    expect(verdictOf({ ...check, disagreement: unexplained })).toBe('disputed')
    expect(verdictOf(check)).toBe('known bias')
    expect(verdictOf({ ...check, ours: 39.21, misprint: unexplained })).toBe('differs')
    expect(verdictOf({ ...check, before: undefined, misprint: unexplained })).toBe('differs')
    expect(verdictOf({ ours: Number.NaN, printed: 1, misprint: { id: 'M8', should: null, why: '' } })).toBe('differs')
    expect(verdictOf({ ours: null, printed: 1, misprint: { id: 'M8', should: null, why: '' } })).toBe('differs')
  })

  it('holds a value that is not printed against what follows from what is', () => {
    const derived = { value: 0.8508, how: 'from the ranks' }
    expect(verdictOf({ ours: 0.85077, printed: null, decimals: 4, derived })).toBe('not printed')
    expect(verdictOf({ ours: 0.86, printed: null, decimals: 4, derived })).toBe('differs')
    expect(verdictOf({ ours: 0.86, printed: null })).toBe('not printed')
  })

  it('differs where ours is missing or no number', () => {
    expect(verdictOf({ ours: null, printed: 1 })).toBe('differs')
    expect(verdictOf({ ours: null, printed: null })).toBe('differs')
    expect(verdictOf({ ours: Number.NaN, printed: 1 })).toBe('differs')
    expect(verdictOf({ ours: Infinity, printed: Infinity })).toBe('differs')
    expect(verdictOf({ ours: Number.NaN, printed: 1, tolerance: { by: 5, why: 'any' } })).toBe('differs')
    expect(verdictOf({ ours: '1', printed: 1 })).toBe('differs')
  })

  it('is exact for every value printed with its decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), fc.integer({ min: 0, max: 6 }), (ours, decimals) => {
        expect(verdictOf({ ours, printed: Number(ours.toFixed(decimals)), decimals })).toBe('exact')
      }),
    )
  })
})

describe('worst', () => {
  it('is the one that matters most', () => {
    expect(worst(['exact', 'not printed'])).toBe('exact')
    expect(worst(['exact', 'misprint', 'in range'])).toBe('misprint')
    expect(worst(['misprint', 'not reproducible'])).toBe('not reproducible')
    expect(worst(['differs', 'misprint', 'not reproducible'])).toBe('differs')
    expect(worst(['outlying', 'in range', 'disputed'])).toBe('disputed')
    expect(worst(['outlying', 'in range'])).toBe('outlying')
    expect(worst(['not compared', 'exact'])).toBe('exact')
    expect(worst([])).toBe('not compared')
  })
})
