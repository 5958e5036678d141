import nodeCrypto from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { keyedRng } from './rng.js'

const { getRandomValues } = globalThis.crypto
const { randomBytes } = nodeCrypto
afterEach(() => {
  globalThis.crypto.getRandomValues = getRandomValues
  nodeCrypto.randomBytes = randomBytes
})

it('draws the key from the system, whatever a plugin makes of its functions', () => {
  globalThis.crypto.getRandomValues = (array) => {
    if (array instanceof Uint8Array) array.fill(7)
    return array
  }
  nodeCrypto.randomBytes = ((n: number) => Buffer.alloc(n, 7)) as typeof randomBytes
  const keys = Array.from({ length: 20 }, () => [...keyedRng().state.key].join())
  expect(new Set(keys).size).toBe(20)
})
