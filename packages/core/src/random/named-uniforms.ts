import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Computes a number for each name, uniform on [0, 1) to anybody without the key: the first 53 bits of HMAC-SHA-256(key,
 * name in UTF-8), over 2⁵³. It depends on the name only, and any program with an HMAC can compute it. Cost: O(names),
 * some three microseconds each; the part of the key is computed once.
 *
 * @param names - The names; equal names get equal numbers.
 * @param key - The secret.
 * @returns The numbers, multiples of 2⁻⁵³.
 */
export function namedUniforms(names: readonly string[], key: Uint8Array): Float64Array {
  const keyed = hmac.create(sha256, key)
  const one = keyed.clone()
  const digest = new Uint8Array(32)
  const view = new DataView(digest.buffer)
  return Float64Array.from(names, (name) => {
    // The clone of the library into a hash that is there: a fresh one a name takes twice the time.
    // oxlint-disable-next-line no-underscore-dangle
    keyed._cloneInto(one)
    one.update(utf8ToBytes(name)).digestInto(digest)
    return (view.getUint32(0) * 2 ** 21 + (view.getUint32(4) >>> 11)) / 2 ** 53
  })
}
