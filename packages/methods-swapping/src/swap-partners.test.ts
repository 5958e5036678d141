import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { swapPartners } from './swap-partners.js'
import { naivePartners, scripted } from './testing.fixture.js'

const counts = fc.integer({ min: 0, max: 400 })
const windows = fc.integer({ min: 1, max: 450 })

describe('swapPartners', () => {
  it('equals the O(n·w) algorithm, draw for draw', () => {
    fc.assert(
      fc.property(counts, windows, fc.nat(), (count, window, seed) => {
        const rng = seededRng(seed).child('0')
        const expected = naivePartners(count, window, (candidates, i) => {
          const reach = Math.min(window, count - 1 - i)
          for (;;) {
            const l = i + 1 + rng.int(reach)
            if (candidates.includes(l)) return l
          }
        })
        expect(Array.from(swapPartners(count, window, seededRng(seed)))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('is an involution that moves no rank by more than the window', () => {
    fc.assert(
      fc.property(counts, windows, fc.nat(), (count, window, seed) => {
        swapPartners(count, window, seededRng(seed)).forEach((partner, i, partners) => {
          expect(partners[partner]).toBe(i)
          expect(Math.abs(partner - i)).toBeLessThanOrEqual(window)
        })
      }),
    )
  })

  it('leaves no rank out that has a free partner in reach', () => {
    // With a window beyond the file everybody pairs up, but for one of an odd number.
    for (const count of [2, 3, 10, 101]) {
      const stay = swapPartners(count, count, seededRng(count)).filter((partner, i) => partner === i)
      expect(stay).toHaveLength(count % 2)
    }
    // With a window of one there is no choice: neighbours swap.
    expect(Array.from(swapPartners(5, 1, seededRng(0)))).toEqual([1, 0, 3, 2, 4])
    expect(Array.from(swapPartners(0, 3, seededRng(0)))).toEqual([])
    expect(Array.from(swapPartners(1, 3, seededRng(0)))).toEqual([0])
    expect(Array.from(swapPartners(2, 3, seededRng(0)))).toEqual([1, 0])
  })

  it.each([1, 2, 10, 1000, 50_000, 100_000, 1_000_000])('makes at most about n draws, window %i', (window) => {
    const n = 100_000
    const rng = seededRng(window)
    let draws = 0
    swapPartners(
      n,
      window,
      scripted((m) => {
        draws++
        return rng.int(m)
      }),
    )
    // n/2 swaps need n/2 draws at least, but for a few ranks at the upper end. The expectation is .7n for
    // 1 ≪ window ≪ n and n for window ≥ n, with a spread of order √n.
    expect(draws).toBeGreaterThanOrEqual(Math.floor(n / 2) - Math.sqrt(n))
    expect(draws).toBeLessThan(1.1 * n)
  })

  it('refuses a window that is not a whole number of at least 1', () => {
    for (const window of [0, -1, 1.5, Number.NaN, Infinity]) {
      expect(() => swapPartners(10, window, seededRng(1))).toThrow(expect.objectContaining({ code: 'BAD_PARAMETER' }))
    }
  })
})
