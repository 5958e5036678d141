import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { namedUniforms } from './named-uniforms.js'

describe('namedUniforms', () => {
  it.each([0, 1, 32, 64, 65, 200])('gives the first 53 bits of HMAC-SHA-256 under a key of %i bytes', (length) => {
    const key = Uint8Array.from({ length }, (_, i) => 7 * i + 1)
    const names = ['1', '001', '', 'Øre', 'a b', '🙂', '1', 'x'.repeat(55), 'x'.repeat(64), 'x'.repeat(200)]
    const expected = names.map((name) => {
      const digest = createHmac('sha256', key).update(name, 'utf8').digest()
      return Number(digest.readBigUInt64BE(0) >> 11n) / 2 ** 53
    })
    expect([...namedUniforms(names, key)]).toEqual(expected)
  })
})
