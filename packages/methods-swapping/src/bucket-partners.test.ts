import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketPartners } from './bucket-partners.js'

describe('bucketPartners', () => {
  it('is an involution that leaves at most one rank without a partner, for any buckets', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 400 }), fc.nat(), (count, p, seed) => {
        const partners = bucketPartners(count, p, seededRng(seed))
        partners.forEach((partner, i) => expect(partners[partner]).toBe(i))
        expect(partners.filter((partner, i) => partner === i)).toHaveLength(count % 2)
      }),
    )
  })

  it('refuses an invalid number of buckets', () => {
    for (const p of [0, 1.5, Number.NaN]) expect(() => bucketPartners(5, p, seededRng(1))).toThrow(/whole number/)
  })
})
