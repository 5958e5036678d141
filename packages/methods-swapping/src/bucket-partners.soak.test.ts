import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { bucketPartners } from './bucket-partners.js'
import { zBound } from './testing.fixture.js'

const bucketOf = (rank: number, count: number, p: number): number => {
  let bucket = 0
  while (rank >= Math.floor(((bucket + 1) * count) / p)) bucket++
  return bucket
}

/** Every outcome with its probability, by walking the definition. */
function outcomes(count: number, p: number): Map<string, number> {
  const found = new Map<string, number>()
  const walk = (i: number, partners: readonly (number | undefined)[], probability: number): void => {
    if (i === count) {
      const key = partners.join()
      found.set(key, (found.get(key) ?? 0) + probability)
      return
    }
    if (partners[i] !== undefined) return walk(i + 1, partners, probability)
    const free = partners.flatMap((partner, l) => (partner === undefined && l > i ? [l] : []))
    const buckets = [...new Set(free.map((l) => bucketOf(l, count, p)))]
    if (free.length === 0) return walk(i + 1, partners.with(i, i), probability)
    const weights = buckets.map((s) => 2 ** -(s - bucketOf(i, count, p) + 1))
    const total = weights.reduce((sum, one) => sum + one, 0)
    buckets.forEach((s, b) => {
      const inside = free.filter((l) => bucketOf(l, count, p) === s)
      for (const l of inside) {
        walk(i + 1, partners.with(i, l).with(l, i), (probability * weights[b]) / total / inside.length)
      }
    })
  }
  walk(
    0,
    Array.from({ length: count }, () => undefined),
    1,
  )
  return found
}

describe('bucketPartners', () => {
  it.each([
    [4, 2],
    [6, 3],
    [5, 2],
    [6, 2],
  ])('gives every outcome of %i ranks in %i buckets as often as the definition does', (count, p) => {
    const expected = outcomes(count, p)
    const runs = 30_000
    const rng = seededRng(`outcomes ${count} ${p}`)
    const seen = new Map<string, number>()
    for (let run = 0; run < runs; run++) {
      const key = bucketPartners(count, p, rng.child(`${run}`)).join()
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.keys()].filter((key) => !expected.has(key))).toEqual([])
    for (const [key, probability] of expected) {
      const sd = Math.sqrt(probability * (1 - probability) * runs)
      expect(Math.abs((seen.get(key) ?? 0) - probability * runs)).toBeLessThan(zBound * sd + 1)
    }
  })
})
