import { describe, expect, it } from 'vitest'
import { around, exactOf, pi, spread } from './exact.fixture.js'
import { quadrantOf, restHigh, restLow } from './quadrant.js'

const half = pi / 2n

/** The quadrant and the rest in whole numbers, to the bits that `pi` has. */
function expected(x: number): { readonly quadrant: number; readonly rest: bigint } {
  const exact = exactOf(x)
  const twice = 2n * exact + half
  let n = twice / (2n * half)
  if (twice < 0n && n * 2n * half !== twice) n--
  return { quadrant: Number(BigInt.asUintN(2, n)), rest: exact - n * half }
}

/** Returns the error of the two parts, relative to the remainder. */
function lost(x: number): number {
  const { quadrant, rest } = expected(x)
  expect([x, quadrantOf(x)]).toEqual([x, quadrant])
  expect(Math.abs(restLow)).toBeLessThanOrEqual(Math.abs(restHigh) * 2 ** -52)
  const gap = exactOf(restHigh) + exactOf(restLow) - rest
  return Math.abs(Number((gap << 200n) / rest) / 2 ** 200)
}

describe('quadrantOf', () => {
  const turns = [1, 2, 3, 4, 5, 355, 1e5, 0xfffff, 0x100000, 0x100001]
  const inside = turns.flatMap((k) => [0.2, 0.3, 0.7, 0.8].map((part) => (k + part) * (Math.PI / 2)))

  it.each([
    ['of moderate numbers', spread(1, 1000), 2 ** -80],
    ['below 0', spread(-1000, -1), 2 ** -80],
    ['up to where whole numbers take over', spread(1e6, 1.647e6), 2 ** -76],
    ['beyond', spread(1.648e6, 1e12), 2 ** -90],
    ['beyond, below 0', spread(-1e12, -1.648e6), 2 ** -90],
    ['of huge ones', [...spread(1e30, 1e40), ...spread(-1e40, -1e30)], 2 ** -90],
    ['everywhere on a turn', [...inside, ...inside.map((x) => -x)], 2 ** -76],
  ])('has the remainder in two parts with more digits than one: %s', (_what, points, most) => {
    expect(Math.max(...points.map(lost))).toBeLessThan(most)
  })

  it('finds the correct side next to a multiple of π/4, where the remainder is least or greatest', () => {
    for (const k of [1, 2, 3, 4, 6, 7, 8, 711, 2097151, 2097152, 2097153]) {
      for (const x of around((k * Math.PI) / 4, 2)) {
        quadrantOf(x)
        expect(Math.abs(restHigh)).toBeLessThanOrEqual(Math.PI / 4 + 1e-9)
        if (k % 2 === 0) expect([lost(x) < 2 ** -50, lost(-x) < 2 ** -50]).toEqual([true, true])
      }
    }
  })

  it('handles the greatest numbers, and the one nearest to a multiple of π/2', () => {
    // mpmath 1.3.0 at 1300 digits: n = floor(x/(pi/2) + 1/2), n % 4 and x − n·pi/2.
    const cases = [
      [1e100, 0, -0.3904858431921256],
      [-1e100, 0, 0.3904858431921256],
      [9.9e199, 1, 0.6880069465527755],
      [1e200, 0, -0.6996745281770346],
      [-1e200, 0, 0.6996745281770346],
      [1.1e200, 2, -0.7043537346725683],
      [1e300, 3, -0.613076157357336],
      [-1e300, 1, 0.613076157357336],
      [8.98846567431158e307, 2, -0.5981659040720844],
      [-8.98846567431158e307, 2, 0.5981659040720844],
      [1.7976931348623157e308, 2, -0.004961975150787273],
      [5.319372648326541e255, 1, 4.687165924254628e-19],
    ]
    for (const [x, quadrant, rest] of cases) {
      expect([x, quadrantOf(x)]).toEqual([x, quadrant])
      expect(restHigh).toBe(rest)
    }
  })
})
