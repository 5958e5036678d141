import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addKeys, recordKeys } from './record-keys.js'

const key = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 1)

describe('recordKeys', () => {
  it('gives the first 53 bits of HMAC-SHA-256 of the identifier, as another program computes them', () => {
    const ids = ['1', '001', 'Øre', 'a b', '🙂', 'x'.repeat(200)]
    const expected = ids.map((id) => {
      const digest = createHmac('sha256', key).update(id, 'utf8').digest()
      return Number(digest.readBigUInt64BE(0) >> 11n) / 2 ** 53
    })
    expect([...recordKeys(ids, key)]).toEqual(expected)
  })

  it('depends on the identifier and the release key, not on the row', () => {
    const ids = Array.from({ length: 100 }, (_, i) => `r${i}`)
    const keys = recordKeys(ids, key)
    const reversed = recordKeys([...ids].reverse(), key)
    expect([...reversed].reverse()).toEqual([...keys])
    expect([...recordKeys(ids.slice(40, 41), key)]).toEqual([keys[40]])
    expect(recordKeys(ids, key.slice().reverse())).not.toEqual(keys)
  })

  it('is uniform: the counts of 100 equal intervals of 50,000 keys are within 4.5 standard errors', () => {
    const n = 5e4
    const parts = new Int32Array(100)
    const ids = Array.from({ length: n }, (_, i) => String(i))
    const keys = recordKeys(ids, key)
    expect(keys.every((u) => u >= 0 && u < 1)).toBe(true)
    for (const u of keys) parts[Math.floor(100 * u)]++
    // Probability of a false alarm in 100 intervals: 7e-4; the key is fixed.
    const error = Math.sqrt(n * 0.01 * 0.99)
    for (const part of parts) expect(Math.abs(part - n / 100)).toBeLessThan(4.5 * error)
  })

  it.each([
    ['a record without an identifier', ['a', ''], 'MISSING_VALUES', /record 2 has no identifier/],
    ['two records with one', ['a', 'b', 'a'], 'WRONG_INPUT', /records 1 and 3 have the same identifier/],
  ])('refuses %s', (_, ids, code, message) => {
    expect(() => recordKeys(ids, key)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('refuses a key of another length', () => {
    expect(() => recordKeys(['a'], key.slice(1))).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', message: 'a release key has 32 bytes, not 31' }),
    )
  })
})

describe('addKeys', () => {
  const unit = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n })

  it('is addition modulo 1 without rounding', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (whole) => {
        const exact = whole.reduce((sum, one) => (sum + one) % 2n ** 53n, 0n)
        expect(whole.map((one) => Number(one) / 2 ** 53).reduce(addKeys, 0)).toBe(Number(exact) / 2 ** 53)
      }),
    )
  })
})
