import { kindOfLetter } from './missing-letters.js'

const TWO_32 = 2 ** 32
/** Powers of 16 by the seven bits of their exponent, divided by 2⁵⁶ since the digits are read as a whole number. */
const POWERS = Float64Array.from({ length: 128 }, (_, bits) => 2 ** (4 * (bits - 64) - 56))

/**
 * Reads a number of an IBM mainframe: a sign, an exponent of 16 and up to 56 bits of digits. Rounds them to the nearest
 * double, once.
 *
 * @param bytes - The file.
 * @param at - Place of the number.
 * @param length - Its bytes, 2 to 8; those that lack are zeros.
 * @returns The number; NaN where missing.
 */
export function readIbm(bytes: Uint8Array, at: number, length: number): number {
  let high = 0
  let low = 0
  for (let i = 1; i < length; i++) {
    if (i < 4) high |= bytes[at + i] << (8 * (3 - i))
    else low += bytes[at + i] * 2 ** (8 * (7 - i))
  }
  const first = bytes[at]
  if (high === 0 && low === 0) return first === 0x2e || kindOfLetter(first) !== '' ? NaN : 0
  const size = (high * TWO_32 + low) * POWERS[first & 0x7f]
  return first >= 0x80 ? -size : size
}

/**
 * Writes a double as a number of an IBM mainframe, exactly.
 *
 * @param value - The number.
 * @param bytes - The bytes written to.
 * @param at - Place of the number.
 * @returns False where the number is too large or too small for them: from about 7e75, up to about 5e-79.
 */
export function writeIbm(value: number, bytes: Uint8Array, at: number): boolean {
  bytes.fill(0, at, at + 8)
  if (value === 0) return true
  const size = Math.abs(value)
  if (size === Infinity) return false
  let exponent = Math.floor(Math.log2(size) / 4) + 1
  if (exponent > 64 || exponent < -65) return false
  // The logarithm may be a little off: its neighbours are tried.
  while (size >= 16 ** exponent) exponent++
  while (size < 16 ** (exponent - 1)) exponent--
  if (exponent > 63 || exponent < -64) return false
  const digits = size * 2 ** (56 - 4 * exponent)
  const high = Math.floor(digits / TWO_32)
  const low = digits - high * TWO_32
  bytes[at] = (value < 0 ? 0x80 : 0) | (exponent + 64)
  for (let i = 1; i < 4; i++) bytes[at + i] = high >>> (8 * (3 - i))
  for (let i = 4; i < 8; i++) bytes[at + i] = (low / 2 ** (8 * (7 - i))) & 0xff
  return true
}
