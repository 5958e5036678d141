import { sha256Stream } from '@sdc/core'
import { sha256Hex } from '@sdc/engine'
import { piecesOf, type Content } from '@sdc/inspect'

/** Bytes in pieces whose hash is known once they were gone through. */
export interface HashedContent extends Iterable<Uint8Array> {
  /** SHA-256 of all of them in hexadecimal digits; whoever asks before they were gone through pays for doing so. */
  sha256(): string
}

/**
 * Takes the hash of a file that is made while it is written in the same pass.
 *
 * A pass that is broken off gives no hash, and one that comes after the first whole one takes it no more.
 *
 * @param content - The pieces, the same ones each time.
 * @returns The same pieces, and their hash.
 */
export function hashedContent(content: Iterable<Uint8Array>): HashedContent {
  let known: string | undefined
  function* pass(): Generator<Uint8Array, void> {
    const hash = sha256Stream()
    for (const piece of content) {
      hash.update(piece)
      yield piece
    }
    known = hexOf(hash.digest())
  }
  return {
    [Symbol.iterator]: () => (known === undefined ? pass() : content[Symbol.iterator]()),
    sha256() {
      if (known === undefined) {
        const hash = sha256Stream()
        for (const piece of content) hash.update(piece)
        known = hexOf(hash.digest())
      }
      return known
    },
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The hash that a manifest names a file by.
 *
 * @param content - What was written; of content that has taken its hash on the way, that one.
 * @returns SHA-256 in hexadecimal digits.
 */
export function hashOf(content: Content): string {
  if (typeof content === 'object' && 'sha256' in content && typeof content.sha256 === 'function')
    return String(content.sha256())
  return sha256Hex(piecesOf(content))
}
