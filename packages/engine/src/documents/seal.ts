import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { hmacSha256, SdcError } from '@sdc/core'

/**
 * Adds a MAC (HMAC-SHA-256 of the JSON) to a private document, so that an edit is detected when it is read again. Its
 * key is in the document: the MAC detects editing by hand, but not somebody who has the file and computes the MAC
 * again.
 *
 * @param document - The document, as JSON data.
 * @param key - The secret in the document.
 * @returns The document with `mac` as its last entry.
 */
export function sealed<T extends object>(document: T, key: Uint8Array): T & { readonly mac: string } {
  return { ...document, mac: macOf(document, key) }
}

/**
 * Refuses a document that was edited after it was written.
 *
 * @param value - The parsed file, as `sealed` made it.
 * @param key - The secret in the document.
 * @param what - Name of the document: `private file`.
 * @throws BAD_PLAN if the MAC is missing or wrong.
 */
export function refuseEdited(value: unknown, key: Uint8Array, what: string): void {
  const { mac, ...document } = value as { readonly mac?: unknown }
  if (mac === macOf(document, key)) return
  const fix = 'Use the file as sdc wrote it, or a copy of it: an edited file cannot replay its run.'
  throw new SdcError('BAD_PLAN', `the ${what} was edited after it was written: its MAC is wrong`, {}, fix)
}

function macOf(document: object, key: Uint8Array): string {
  return bytesToHex(hmacSha256(hmacSha256(key).of(utf8ToBytes('mac'))).of(utf8ToBytes(JSON.stringify(document))))
}
