import type { KeyedHash } from '@sdc/core'
import { base32 } from './base32.js'

/** The 80 bits of a pseudonym as two whole numbers of 40 bits. */
export type PseudonymBits = readonly [first: number, second: number]

const encoder = new TextEncoder()
const SEPARATOR = Uint8Array.of(0)

/**
 * Bits of the pseudonym of a value: the first 80 bits of HMAC-SHA-256(key, domain ‖ 0x00 ‖ value), texts in UTF-8.
 *
 * @param key - HMAC under the key of the project.
 * @param domain - Names what the ids are of; no text with the character U+0000.
 * @returns The function of a value.
 * Source: RFC 2104.
 */
export function pseudonymBits(key: KeyedHash, domain: string): (value: string) => PseudonymBits {
  const prefix = encoder.encode(domain)
  return (value) => {
    const bytes = key.of([prefix, SEPARATOR, encoder.encode(value)])
    return [bits40(bytes, 0), bits40(bytes, 5)]
  }
}

function bits40(bytes: Uint8Array, at: number): number {
  let number = 0
  for (let i = at; i < at + 5; i++) number = number * 256 + bytes[i]
  return number
}

/**
 * Text of a pseudonym: its bits in base 32.
 *
 * @param bits - The bits.
 * @returns 16 capitals and digits 2 to 7.
 * Source: RFC 4648, section 6.
 */
export function pseudonymText([first, second]: PseudonymBits): string {
  return base32(first) + base32(second)
}
