import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { hmacSha256, SdcError } from '@sdc/core'

/**
 * Adds the MAC of a document of the house (HMAC-SHA-256 of its JSON), by which an edit is noticed when it is read again. Its key is
 * in the document: the MAC protects from hands and editors, not from somebody who holds the file and computes it anew.
 *
 * @param document - The document, which JSON can carry.
 * @param key - The secret that it holds.
 * @returns The document with `mac` as its last entry.
 */
export function sealed<T extends object>(document: T, key: Uint8Array): T & { readonly mac: string } {
  return { ...document, mac: macOf(document, key) }
}

/**
 * Refuses a document that was edited after it was written.
 *
 * @param value - The parsed file, as `sealed` made it.
 * @param key - The secret that it holds.
 * @param what - What it is called: `private file`.
 * @throws BAD_PLAN
 */
export function refuseEdited(value: unknown, key: Uint8Array, what: string): void {
  const { mac, ...document } = value as { readonly mac?: unknown }
  if (mac === macOf(document, key)) return
  const fix =
    'Use the file as sdc wrote it, or a copy of it: what is edited neither replays nor answers as its run did.'
  throw new SdcError('BAD_PLAN', `the ${what} was edited after it was written: its MAC does not fit`, {}, fix)
}

function macOf(document: object, key: Uint8Array): string {
  return bytesToHex(hmacSha256(hmacSha256(key).of(utf8ToBytes('mac'))).of(utf8ToBytes(JSON.stringify(document))))
}
