import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { swapPartners } from './swap-partners.js'
import { naivePartners, scripted, zBound } from './testing.fixture.js'

const counts = fc.integer({ min: 0, max: 400 })
const windows = fc.integer({ min: 1, max: 450 })

describe('swapPartners', () => {
  it('is the O(n·w) algorithm, draw for draw', () => {
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

  it('leaves nobody out who has a free partner in reach', () => {
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

  it('chooses partners uniformly: every outcome as often as by enumeration', () => {
    const count = 6
    const window = 3
    const probabilities = new Map<string, number>()
    enumerate([], 1)
    /** Walks every sequence of choices; each has the product of 1/c as its probability. */
    function enumerate(choices: readonly number[], probability: number): void {
      let at = 0
      let open: readonly number[] | undefined
      const partners = naivePartners(count, window, (candidates) => {
        if (at === choices.length) open ??= candidates
        return candidates[choices[at++] ?? 0]
      })
      const key = partners.join()
      if (open === undefined) probabilities.set(key, (probabilities.get(key) ?? 0) + probability)
      else open.forEach((_, k, { length }) => enumerate([...choices, k], probability / length))
    }
    expect([...probabilities.values()].reduce((total, one) => total + one)).toBeCloseTo(1, 12)

    const rng = seededRng('uniform')
    const runs = 100_000
    const seen = new Map<string, number>()
    for (let r = 0; r < runs; r++) {
      const key = swapPartners(count, window, rng.child(`${r}`)).join()
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual([...probabilities.keys()].sort())
    for (const [key, p] of probabilities) {
      const z = ((seen.get(key) ?? 0) - runs * p) / Math.sqrt(runs * p * (1 - p))
      expect(Math.abs(z)).toBeLessThan(zBound)
    }
  })

  it('chooses uniformly in a wide window, too', () => {
    const window = 50
    const runs = 50_000
    const rng = seededRng('first')
    const counts = new Int32Array(window + 1)
    for (let r = 0; r < runs; r++) counts[swapPartners(120, window, rng.child(`${r}`))[0]]++
    expect(counts[0]).toBe(0)
    const p = 1 / window
    counts.subarray(1).forEach((seen) => {
      expect(Math.abs(seen - runs * p) / Math.sqrt(runs * p * (1 - p))).toBeLessThan(zBound)
    })
  })

  it.each([1, 2, 10, 1000, 50_000, 100_000, 1_000_000])('draws about n times at most, window %i', (window) => {
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

  it('refuses a window that is no whole number of at least 1', () => {
    for (const window of [0, -1, 1.5, Number.NaN, Infinity]) {
      expect(() => swapPartners(10, window, seededRng(1))).toThrow(expect.objectContaining({ code: 'BAD_PARAMETER' }))
    }
  })
})
