/** Alphabet of RFC 4648, section 6, in capitals. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns a whole number of 40 bits in base 32 (RFC 4648, section 6), in capitals.
 *
 * @param bits - From 0 to 2^40 − 1.
 * @returns Eight letters or digits 2 to 7: the text of the five bytes of the number, the greatest first.
 */
export function base32(bits: number): string {
  let text = ''
  for (let left = bits, i = 0; i < 8; i++) {
    text = ALPHABET[left % 32] + text
    left = Math.floor(left / 32)
  }
  return text
}
