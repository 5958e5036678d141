import { describe, expect, it } from 'vitest'
import { relativeChange } from './relative-change.js'

describe('relativeChange', () => {
  it('is |y − x|/|x|, and undefined if x is zero or either is missing', () => {
    expect([relativeChange(4, 5), relativeChange(-4, -5), relativeChange(-4, 4), relativeChange(3, 3)]).toEqual([
      0.25, 0.25, 2, 0,
    ])
    for (const [x, y] of [
      [0, 1],
      [-0, 0],
      [Number.NaN, 1],
      [1, Number.NaN],
    ])
      expect(relativeChange(x, y)).toBeNaN()
  })
})
