import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { bucketPartners } from './bucket-partners.js'
import { distributionPartners } from './distribution-partners.js'
import { partnerWalk } from './partner-walk.js'

const pairings = [
  ['far apart', (count: number) => bucketPartners(count, 2, seededRng(1))],
  ['near each other', (count: number) => distributionPartners(count, 40, seededRng(2))],
  ['with themselves', (count: number) => Int32Array.from({ length: count }, (_, i) => i)],
] as const

/** Neither asks for records. */
const none = new Uint32Array(0)

describe('a walk that exchanges partners', () => {
  it.each(pairings)('gives every rank the value of its partner, for any pieces: %s', (_, pair) => {
    for (const count of [1, 2, 7, 20_011]) {
      const sorted = Float64Array.from({ length: count }, (_, i) => 3 * i)
      const partners = pair(count)
      for (const piece of [1, 777, count]) {
        const walk = partnerWalk(partners)
        const results: number[] = []
        for (let at = 0; at < count; at += piece) {
          const own = sorted.subarray(at, at + piece)
          for (const value of walk.push(own, own, none)) results.push(value)
        }
        results.push(...walk.end())
        expect(results.length).toBe(count)
        expect(results.findIndex((value, rank) => value !== 3 * partners[rank])).toBe(-1)
      }
    }
  })
})
