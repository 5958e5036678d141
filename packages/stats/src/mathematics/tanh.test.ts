import { describe, expect, it } from 'vitest'
import { around, greatestOff, spread, tanhOf } from './exact.fixture.js'
import { tanh } from './tanh.js'

describe('tanh', () => {
  it.each([
    [-1, 1, 2],
    [-1e-8, 1e-8, 1.5],
    [1, 2.5, 1.6],
    [-22, -2.5, 1.2],
    [10, 22, 0.7],
  ])('has all its digits from %d to %d', (low, high, units) => {
    expect(greatestOff(spread(low, high), tanh, tanhOf)).toBeLessThan(units)
  })

  it('has them at the borders of its branches, and its limits beyond', () => {
    expect(
      greatestOff(
        [1e-9, -1e-9, 1, -1, 22, -22].flatMap((x) => around(x)),
        tanh,
        tanhOf,
      ),
    ).toBeLessThan(2)
    expect([22.5, 1e300, Infinity, -23, -Infinity].map(tanh)).toEqual([1, 1, 1, -1, -1])
    expect([0, -0, 5e-324, 1e-300, Number.NaN].map(tanh)).toEqual([0, -0, 5e-324, 1e-300, Number.NaN])
  })
})
