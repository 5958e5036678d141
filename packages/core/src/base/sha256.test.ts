import * as nodeCrypto from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NodeCrypto } from './node-crypto.js'
import { hmacBy, hmacSha256, sha256By, sha256Stream } from './sha256.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const text = (words: string): Uint8Array => new TextEncoder().encode(words)
const ways: readonly (readonly [string, NodeCrypto | null])[] = [
  ['Node', nodeCrypto as NodeCrypto],
  ['JavaScript', null],
]
/** Bytes cut into pieces, empty ones among them. */
const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 })

/** In one array that is overwritten from piece to piece, as a reader of a file does it. */
function* reused(all: readonly Uint8Array[]): Iterable<Uint8Array> {
  const buffer = new Uint8Array(200)
  for (const piece of all) {
    buffer.set(piece)
    yield buffer.subarray(0, piece.length)
  }
}

describe.each(ways)('SHA-256 by %s', (_, crypto) => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('SHA-256 of "%s" equals FIPS 180-2, appendix B', (words, expected) => {
    const hash = sha256By(crypto)
    hash.update(text(words))
    expect(hex(hash.digest())).toBe(expected)
  })

  it('hash of a stream in uneven pieces equals that of all its bytes', () => {
    fc.assert(
      fc.property(pieces, (all) => {
        const hash = sha256By(crypto)
        for (const piece of reused(all)) hash.update(piece)
        const digest = hash.digest()
        expect(hex(digest)).toBe(nodeCrypto.createHash('sha256').update(Buffer.concat(all)).digest('hex'))
        // A Buffer differs from a Uint8Array when two keys are compared or one is sent to a worker.
        expect(Object.getPrototypeOf(digest)).toBe(Uint8Array.prototype)
      }),
    )
  })

  it('HMAC is that of RFC 4231, test cases 2 and 6, and of any message in pieces under any key', () => {
    expect(hex(hmacBy(crypto, text('Jefe')).of(text('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    const long = new Uint8Array(131).fill(0xaa)
    expect(hex(hmacBy(crypto, long).of(text('Test Using Larger Than Block-Size Key - Hash Key First')))).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), pieces, (key, all) => {
        const keyed = hmacBy(crypto, key)
        const expected = nodeCrypto.createHmac('sha256', key).update(Buffer.concat(all)).digest('hex')
        expect(hex(keyed.of(reused(all)))).toBe(expected)
        key.fill(0)
        expect(hex(keyed.of(Buffer.concat(all)))).toBe(expected)
      }),
    )
  })
})

describe('which of them is taken', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it.each([
    ['no process', undefined],
    ['a process without built-in modules', {}],
    ['one that has no such module', { getBuiltinModule: () => undefined }],
    ['one that gives an empty module', { getBuiltinModule: () => ({}) }],
  ])('with %s, as in a browser, the one in JavaScript', async (_, process) => {
    vi.resetModules()
    vi.stubGlobal('process', process)
    const { nodeCrypto: find } = await import('./node-crypto.js')
    expect(find()).toBeNull()
  })

  it('in Node its own', async () => {
    const { nodeCrypto: find } = await import('./node-crypto.js')
    expect(find()?.createHash).toBe(nodeCrypto.createHash)
    const hash = sha256Stream()
    hash.update(text('abc'))
    expect(hex(hash.digest())).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hex(hmacSha256(text('k')).of(text('m')))).toBe(hex(hmacBy(null, text('k')).of(text('m'))))
  })
})
