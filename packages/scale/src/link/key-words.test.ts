import { numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keyReader, spreadOf } from './key-words.js'

describe('the spread of keys', () => {
  const KEYS = 60_000
  const BUCKETS = 60
  const numbered: readonly (readonly [string, (i: number) => number])[] = [
    ['1, 2, 3, …', (i) => i + 1],
    ['1000, 2000, …', (i) => 1000 * (i + 1)],
    ['numbers beyond a hundred millions', (i) => 4e8 + i],
    ['hundredths', (i) => i / 100],
  ]

  /** How far counts are from being all the same, in standard deviations of as many fair throws. */
  const unevenness = (counts: Uint32Array): number => {
    const each = KEYS / counts.length
    const chi = counts.reduce((sum, count) => sum + (count - each) ** 2 / each, 0)
    return (chi - (counts.length - 1)) / Math.sqrt(2 * (counts.length - 1))
  }

  it.each(numbered)('is even over buckets and within one: %s', (_, of) => {
    const keys = keyReader(true)(numeric(Float64Array.from({ length: KEYS }, (_, i) => of(i))), 0)
    const upper = new Uint32Array(BUCKETS)
    const lower = new Uint32Array(64)
    for (let k = 0; k < KEYS; k++) {
      const spread = spreadOf(keys, k)
      upper[Math.floor((spread * BUCKETS) / 2 ** 32)]++
      lower[spread % 64]++
    }
    expect(unevenness(upper)).toBeLessThan(5)
    expect(unevenness(lower)).toBeLessThan(5)
  })
})
