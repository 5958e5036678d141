import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, displayWidth, oneLine } from './display-width.js'

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['', 0],
    ['Größe', 5],
    ['e\u0301', 1],
    ['收入', 4],
    ['한국어', 6],
    ['\u1112\u1161\u11ab', 2],
    ['ｶﾞ', 2],
    ['नमस्ते', 4],
    ['👨‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['☺', 1],
    ['\u001B[1mbold\u001B[22m 😀', 7],
  ])('%j takes %i cells, as a terminal shows it', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('cut shortens to the width, and never within a grapheme', () => {
    expect(cut('收入与支出', 6)).toBe('收入…')
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abcd', 3)).toBe('ab…')
    expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3)).toBe('👨‍👩‍👧‍👦…')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 0, max: 20 }), (text, width) => {
        const one = cut(text, width)
        expect(displayWidth(one)).toBeLessThanOrEqual(width)
        if (displayWidth(text) <= width) expect(one).toBe(text)
      }),
    )
  })

  it('oneLine replaces control characters with blanks', () => {
    expect(oneLine('a\nb\u001B[2Jc\u202Ed')).toBe('a b [2Jc d')
    expect(oneLine('naïve 收入 👨‍👩‍👧‍👦')).toBe('naïve 收入 👨‍👩‍👧‍👦')
  })
})
