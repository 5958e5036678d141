import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestDonors } from './nearest-donors.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)

describe('nearestDonors', () => {
  it('chooses one of the k nearest, any of equally far ones', () => {
    const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(numbers, numbers, fc.integer({ min: 1, max: 6 }), (donors, recipients, k) => {
        const rng = seededRng('donors')
        const chosen = nearestDonors(f64(donors), f64(recipients), k, () => rng.uniform())
        recipients.forEach((value, i) => {
          // By definition: no more than k − 1 donors are nearer than the one that is chosen.
          const own = Math.abs(donors[chosen[i]] - value)
          const nearer = donors.filter((donor) => Math.abs(donor - value) < own).length
          expect(nearer).toBeLessThan(Math.min(k, donors.length))
        })
      }),
    )
  })

  it('gives each of the k nearest its share, including all of a tie', () => {
    const n = 20_000
    const count = (donors: readonly number[], value: number): number[] => {
      const rng = seededRng('shares')
      const chosen = nearestDonors(f64(donors), new Float64Array(n).fill(value), 5, () => rng.uniform())
      return donors.map((_, j) => chosen.filter((one) => one === j).length / n)
    }
    // Six standard deviations of a share of 1/5 of 20,000 draws: 0.017.
    for (const share of count([1, 2, 3, 4, 5, 90], 3)) expect(Math.abs(share - 0.2) < 0.017 || share === 0).toBe(true)
    expect(count([1, 2, 3, 4, 5, 90], 3)[5]).toBe(0)
    // Ten equal donors: none is left out though only five are asked for.
    for (const share of count(
      Array.from({ length: 10 }, () => 7),
      0,
    ))
      expect(share).toBeCloseTo(0.1, 1)
    // Two near ones have a slot each, and the hundred that tie for the other three share these.
    const shares = count([3, 3.5, ...Array.from({ length: 100 }, () => 9)], 3)
    expect(Math.abs(shares[0] - 0.2)).toBeLessThan(0.017)
    expect(Math.abs(shares[1] - 0.2)).toBeLessThan(0.017)
    expect(Math.max(...shares.slice(2))).toBeLessThan(0.012)
  })

  it('uses all donors if there are fewer than k', () => {
    expect([...nearestDonors(f64([4]), f64([1, 9]), 5, () => 0.999)]).toEqual([0, 0])
  })
})
