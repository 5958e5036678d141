import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publishedFunction } from './inversion-functions.js'

describe('publishedFunction', () => {
  it('is linear', () => {
    expect(publishedFunction([{ kind: 'linear', a: 2, b: 3 }])(5)).toBe(13)
    expect(() => publishedFunction([{ kind: 'linear', a: Number.NaN, b: 0 }])).toThrow(/finite/)
  })

  it('rounds to the nearest multiple, halves up, to even, or away from 0', () => {
    const of = (halves: 'up' | 'even' | 'away') => publishedFunction([{ kind: 'rounding', base: 10, halves }])
    expect([14, 15, 16, 25, -15, -25, -14].map(of('up'))).toEqual([10, 20, 20, 30, -10, -20, -10])
    expect([14, 15, 16, 25, -15, -25, -14].map(of('even'))).toEqual([10, 20, 20, 20, -20, -20, -10])
    expect([14, 15, 16, 25, -15, -25, -14].map(of('away'))).toEqual([10, 20, 20, 30, -20, -30, -10])
    // The largest double below one half is nearer to 0.
    expect(publishedFunction([{ kind: 'rounding', base: 1 }])(0.49999999999999994)).toBe(0)
    for (const base of [0, -1, Infinity, Number.NaN])
      expect(() => publishedFunction([{ kind: 'rounding', base }])).toThrow(/base/)
  })

  it('rounds decimals in their shortest notation', () => {
    const f = publishedFunction([{ kind: 'rounding', base: 0.1 }])
    // 3·0.1 is 0.30000000000000004 in doubles, and 0.15/0.1 less than 1.5.
    expect([0.29, 0.3, 0.15, -0.04].map(f)).toEqual([0.3, 0.3, 0.2, 0])
  })

  it('rounds to a multiple at most half a base away', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1000 }), (value, base) => {
        const rounded = publishedFunction([{ kind: 'rounding', base }])(value)
        // Whole numbers far below 2⁵³: the multiple is exact. The remainder of a negative number may be −0.
        expect(Math.abs(rounded % base)).toBe(0)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(base / 2)
      }),
    )
  })

  it('looks values up, and refuses a table that is not a function or lacks a value', () => {
    const bands = publishedFunction([
      {
        kind: 'table',
        pairs: [
          [1, 10],
          [2, 10],
          [0, 5],
        ],
      },
    ])
    expect([1, 2, -0].map(bands)).toEqual([10, 10, 5])
    expect(() => bands(3)).toThrow(/table lacks the value 3/)
    expect(() =>
      publishedFunction([
        {
          kind: 'table',
          pairs: [
            [1, 10],
            [1, 11],
          ],
        },
      ]),
    ).toThrow(/maps 1 to both 10 and 11/)
    expect(
      publishedFunction([
        {
          kind: 'table',
          pairs: [
            [1, 10],
            [1, 10],
          ],
        },
      ])(1),
    ).toBe(10)
  })

  it('composes, the first applied first, and is the identity without functions', () => {
    expect(
      publishedFunction([
        { kind: 'linear', a: 2, b: 3 },
        { kind: 'rounding', base: 10 },
      ])(6),
    ).toBe(20)
    expect(
      publishedFunction([
        { kind: 'rounding', base: 10 },
        { kind: 'linear', a: 2, b: 3 },
      ])(6),
    ).toBe(23)
    expect(publishedFunction([])(7)).toBe(7)
  })
})
