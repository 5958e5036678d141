import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { areSame, keyReader, spreadOf } from './key-words.js'

describe('spreadOf', () => {
  const KEYS = 60_000
  const BUCKETS = 60
  const numbered: readonly (readonly [string, (i: number) => number])[] = [
    ['1, 2, 3, …', (i) => i + 1],
    ['1000, 2000, …', (i) => 1000 * (i + 1)],
    ['numbers beyond a hundred millions', (i) => 4e8 + i],
    ['hundredths', (i) => i / 100],
    ['multiples of 2²⁰', (i) => i * 2 ** 20],
    ['two numbers side by side', (i) => (i % 300) * 1e9 + Math.floor(i / 300)],
    ['negative halves', (i) => -i - 0.5],
    ['numbers just below 1', (i) => 1 - i * 2 ** -53],
  ]

  /** Distance of counts from equal counts, in standard deviations of as many fair throws. */
  const unevenness = (counts: Uint32Array): number => {
    const each = KEYS / counts.length
    const chi = counts.reduce((sum, count) => sum + (count - each) ** 2 / each, 0)
    return (chi - (counts.length - 1)) / Math.sqrt(2 * (counts.length - 1))
  }

  it.each(numbered)('spreads keys evenly over buckets and within one: %s', (_, of) => {
    const keys = keyReader(true)(numeric(Float64Array.from({ length: KEYS }, (_, i) => of(i))), 0)
    const upper = new Uint32Array(BUCKETS)
    const lower = new Uint32Array(64)
    const spreads = new Set<number>()
    for (let k = 0; k < KEYS; k++) {
      const spread = spreadOf(keys, k)
      spreads.add(spread)
      upper[Math.floor((spread * BUCKETS) / 2 ** 32)]++
      lower[spread % 64]++
    }
    // Among as many fair throws, one in two has a pair of equals.
    expect(spreads.size).toBeGreaterThan(KEYS - 10)
    expect(unevenness(upper)).toBeLessThan(5)
    expect(unevenness(lower)).toBeLessThan(5)
  })
})

describe('keys of one block', () => {
  it('are equal if their texts are: not if one begins with another, and not if only their ends are equal', () => {
    const texts = ['', 'long', 'long and on', 'strong and on', 'long']
    const keys = keyReader(false)(categorical(texts), 65_536)
    expect([...keys.records]).toEqual([65_536, 65_537, 65_538, 65_539, 65_540])
    for (const [a, one] of texts.entries()) {
      for (const [b, other] of texts.entries()) expect(areSame(keys, a, b)).toBe(one === other)
    }
  })

  it('are those of the records with one, for any categories of the block', () => {
    const few = keyReader(false)(categorical(['b', null, 'b', 'a']), 0)
    const many = keyReader(false)({ ...categorical(['b', null, 'b', 'a']), levels: ['b', 'a', 'c', 'd', 'e'] }, 0)
    expect(many).toEqual(few)
    expect([...few.records]).toEqual([0, 2, 3])
    expect(few.words).toHaveLength(3)
    expect(keyReader(true)(numeric([Number.NaN, 0, -0]), 0).words).toEqual(new Uint32Array(4))
    expect(keyReader(true)(numeric([]), 0).records).toHaveLength(0)
  })
})
