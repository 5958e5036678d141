import { expect, it } from 'vitest'
import { exactOf, spread } from './exact.fixture.js'
import { upperHalf } from './halves.js'

it('upperHalf leaves a remainder of 26 bits, so that the products of both halves are exact', () => {
  for (const x of [...spread(-3, 3), ...spread(1e100, 1e101), 1, 134217729, 2 ** 53 - 1, 0.1]) {
    const high = upperHalf(x)
    const low = x - high
    expect(Math.abs(low)).toBeLessThanOrEqual(Math.abs(x) * 2 ** -26)
    for (const [a, b] of [
      [high, high],
      [high, low],
      [low, low],
    ]) {
      expect((exactOf(a) * exactOf(b)) >> 640n).toBe(exactOf(a * b))
    }
  }
})
