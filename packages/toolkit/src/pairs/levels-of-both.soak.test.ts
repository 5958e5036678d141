import { describe, expect, it } from 'vitest'
import { levelsOfBoth } from './levels-of-both.js'

describe('levelsOfBoth', () => {
  it.each([
    ['the same', ['a', 'b'], ['a', 'b'], [0, 1], ['a', 'b']],
    ['fewer', ['a', 'b', 'c'], ['a', 'b'], [0, 1], ['a', 'b', 'c']],
    ['another order', ['a', 'b'], ['b', 'a'], [1, 0], ['a', 'b']],
    ['more, in between', ['a', 'b'], ['x', 'b', 'y', 'a'], [2, 1, 3, 0], ['a', 'b', 'x', 'y']],
    ['none in the second', ['a'], [], [], ['a']],
    ['none in the first', [], ['b', 'a'], [0, 1], ['b', 'a']],
  ])('%s', (_, levels, others, codes, both) => {
    expect(levelsOfBoth(levels, others)).toEqual({ codes: Int32Array.from(codes), levels: both })
  })

  it('processes a million, in the same order or another', () => {
    const levels = Array.from({ length: 1_000_000 }, (_, i) => `c${i}`)
    expect(levelsOfBoth(levels, levels).levels).toBe(levels)
    expect(levelsOfBoth(levels, levels.toReversed()).codes[0]).toBe(999_999)
  })
})
