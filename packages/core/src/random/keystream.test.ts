import * as nodeCrypto from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeCrypto } from '../base/node-crypto.js'
import { chachaKeystream, hasCipher, keystreamOfNode, portableKeystream, type Keystream } from './keystream.js'

const node = nodeCrypto as NodeCrypto
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** So many bytes in pieces of so many blocks. */
function drawn(keystream: Keystream, blocks: readonly number[]): string {
  return blocks
    .map((count) => {
      const piece = new Uint8Array(64 * count).fill(0xff)
      keystream(piece)
      return hex(piece)
    })
    .join('')
}

describe('the keystream of ChaCha20', () => {
  it("is RFC 8439's, both ways: appendix A.1, test vectors 1 and 2", () => {
    const expected =
      '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586' +
      '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f'
    const key = new Uint8Array(32)
    expect(drawn(portableKeystream(key, 0), [1, 1])).toBe(expected)
    expect(drawn(keystreamOfNode(node, key, 0), [1, 1])).toBe(expected)
    expect(drawn(chachaKeystream(key), [2])).toBe(expected)
  })

  it('is the same both ways for any key, counter and pieces, up to the last block of the counter', () => {
    const counters = fc.oneof(fc.constantFrom(0, 1, 2 ** 16 - 3, 2 ** 31 - 2, 2 ** 32 - 200), fc.nat(2 ** 32 - 200))
    const blocks = fc.array(fc.integer({ min: 0, max: 64 }), { maxLength: 3 })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), counters, blocks, (key, counter, pieces) => {
        expect(drawn(keystreamOfNode(node, key, counter), pieces)).toBe(drawn(portableKeystream(key, counter), pieces))
      }),
    )
  })

  it('is the same both ways over many pieces of 4 kB', () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 255 - i)
    const pieces = Array.from({ length: 100 }, () => 64)
    expect(drawn(chachaKeystream(key), pieces)).toBe(drawn(portableKeystream(key, 0), pieces))
  })

  it("does not take Node's cipher where it is missing, or another one", () => {
    const without = (createCipheriv: NodeCrypto['createCipheriv']): boolean => hasCipher({ ...node, createCipheriv })
    expect(hasCipher(node)).toBe(true)
    expect(
      without(() => {
        throw new Error('unknown cipher')
      }),
    ).toBe(false)
    // Two wrong ciphers: one reads the counter as big-endian, the other always begins at block 0.
    expect(without((name, key, iv) => node.createCipheriv(name, key, Uint8Array.from(iv).reverse()))).toBe(false)
    expect(without((name, key) => node.createCipheriv(name, key, new Uint8Array(16)))).toBe(false)
  })
})
