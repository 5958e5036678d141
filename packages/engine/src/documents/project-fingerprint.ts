import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { KeyedHash } from '@sdc/core'

/**
 * Fingerprint of the key of a project: HMAC-SHA-256 of a constant text. A replay identifies the key by it; it discloses
 * nothing about the key.
 *
 * @param key - HMAC under the key.
 * @returns The first 128 bits as 32 hexadecimal digits.
 */
export function projectFingerprint(key: KeyedHash): string {
  return bytesToHex(key.of(utf8ToBytes('sdc project key')).subarray(0, 16))
}
