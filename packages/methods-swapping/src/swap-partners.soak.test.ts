import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { swapPartners } from './swap-partners.js'
import { naivePartners, zBound } from './testing.fixture.js'

describe('swapPartners', () => {
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
})
