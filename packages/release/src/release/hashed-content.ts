import { sha256Stream } from '@sdc/core'
import { sha256Hex } from '@sdc/engine'
import { piecesOf, type Content } from '@sdc/inspect'

/** Bytes in pieces whose hash is known after a pass over them. */
export interface HashedContent extends Iterable<Uint8Array> {
  /** SHA-256 of all pieces in hexadecimal digits; if no pass is complete, this makes one. */
  sha256(): string
}

/**
 * Computes the hash of a file that is made while it is written, in the same pass.
 *
 * An interrupted pass gives no hash, and a pass after the first complete one does not compute it again.
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
 * Returns the hash by which a manifest names a file.
 *
 * @param content - Written content; if it has computed its hash, that one is returned.
 * @returns SHA-256 in hexadecimal digits.
 */
export function hashOf(content: Content): string {
  if (typeof content === 'object' && 'sha256' in content && typeof content.sha256 === 'function')
    return String(content.sha256())
  return sha256Hex(piecesOf(content))
}
