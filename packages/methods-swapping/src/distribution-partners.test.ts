import { seededRng, type Rng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distributionPartners } from './distribution-partners.js'
import { freeRanks } from './free-ranks.js'

/** The definition, O(n²): every free rank above i is looked at. */
function naive(count: number, positions: number, rng: Rng): number[] {
  const partners = Array.from({ length: count }, (_, i) => i)
  const taken = new Set<number>()
  for (let i = 0; i < count; i++) {
    if (taken.has(i)) continue
    taken.add(i)
    const free = partners.map((_, l) => l).filter((l) => l > i && !taken.has(l))
    if (free.length === 0) continue
    const wanted = i + Math.round((positions / 2) * (1 + rng.normal()))
    const least = Math.min(...free.map((l) => Math.abs(l - wanted)))
    const partner = free.find((l) => Math.abs(l - wanted) === least) ?? i
    taken.add(partner)
    partners[i] = partner
    partners[partner] = i
  }
  return partners
}

describe('distributionPartners', () => {
  it('equals the definition, draw for draw, and is an involution', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 80 }), fc.nat(), (count, positions, seed) => {
        const partners = [...distributionPartners(count, positions, seededRng(seed))]
        expect(partners).toEqual(naive(count, positions, seededRng(seed).child('0')))
        expect(partners.map((partner) => partners[partner])).toEqual([...partners.keys()])
      }),
    )
  })

  it('leaves at most one rank without a partner', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 300 }), fc.nat(), (count, positions, seed) => {
        const partners = distributionPartners(count, positions, seededRng(seed))
        expect(partners.filter((partner, i) => partner === i)).toHaveLength(count % 2)
      }),
    )
  })

  it('refuses a distance that is not a positive number', () => {
    for (const positions of [0, -1, Number.NaN, Infinity])
      expect(() => distributionPartners(5, positions, seededRng(1))).toThrow(/positive number/)
  })
})

describe('freeRanks', () => {
  it('equals a search through all ranks', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.array(fc.tuple(fc.nat(29), fc.integer({ min: -2, max: 32 }))), (count, steps) => {
        const free = freeRanks(count)
        const left = new Set(Array.from({ length: count }, (_, i) => i))
        for (const [take, ask] of steps) {
          if (left.delete(take)) free.take(take)
          expect(free.atOrAbove(ask)).toBe(Math.min(count, ...[...left].filter((rank) => rank >= ask)))
          expect(free.atOrBelow(ask)).toBe(Math.max(-1, ...[...left].filter((rank) => rank <= ask)))
        }
      }),
    )
  })
})
