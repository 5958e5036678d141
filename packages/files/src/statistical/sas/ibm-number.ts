import { powerOfTwo } from '@sdc/core'
import { kindOfLetter } from './missing-letters.js'

const TWO_32 = 2 ** 32
const double = new DataView(new ArrayBuffer(8))
/** Powers of 16 by the seven bits of their exponent, divided by 2⁵⁶ since the digits are read as a whole number. */
const POWERS = Float64Array.from({ length: 128 }, (_, bits) => powerOfTwo(4 * (bits - 64) - 56))
/** Factors that make the digits of a number a whole number. */
const INVERSES = POWERS.map((power) => 1 / power)
/** Least number, and least number that is too large. */
const [LEAST, TOO_LARGE] = [2 ** -260, 2 ** 252]

/**
 * Reads a number of an IBM mainframe: a sign, an exponent of 16 and up to 56 bits of digits, rounded once to the
 * nearest double.
 *
 * @param bytes - The file.
 * @param at - Position of the number.
 * @param length - Its bytes, 2 to 8; missing ones are zeros.
 * @returns The number; NaN if missing.
 */
export function readIbm(bytes: Uint8Array, at: number, length: number): number {
  const digit = (i: number): number => (i < length ? bytes[at + i] : 0)
  const high = (digit(1) << 16) | (digit(2) << 8) | digit(3)
  const low = ((digit(4) << 24) | (digit(5) << 16) | (digit(6) << 8) | digit(7)) >>> 0
  const first = bytes[at]
  if (high === 0 && low === 0) return first === 0x2e || kindOfLetter(first) !== '' ? NaN : 0
  const size = (high * TWO_32 + low) * POWERS[first & 0x7f]
  return first >= 0x80 ? -size : size
}

/** Returns true if a number of this size exists: 0, and sizes from about 5e-79 to 7e75. */
export function fitsIbm(value: number): boolean {
  const size = Math.abs(value)
  return size === 0 || (size >= LEAST && size < TOO_LARGE)
}

/**
 * Writes a double as a number of an IBM mainframe, exactly.
 *
 * @param value - A number that fits.
 * @param bytes - Target.
 * @param at - Position of the number.
 */
export function writeIbm(value: number, bytes: Uint8Array, at: number): void {
  if (value === 0) {
    bytes.fill(0, at, at + 8)
    return
  }
  const size = Math.abs(value)
  double.setFloat64(0, size)
  const exponent = (double.getUint16(0) >>> 4) - 1023
  let bits = Math.min(127, Math.max(0, Math.floor(exponent / 4) + 65))
  if (bits < 127 && size * INVERSES[bits] >= 2 ** 56) bits++
  if (bits > 0 && size * INVERSES[bits] < 2 ** 52) bits--
  const digits = size * INVERSES[bits]
  const high = Math.floor(digits / TWO_32)
  const low = digits - high * TWO_32
  bytes[at] = (value < 0 ? 0x80 : 0) | bits
  bytes[at + 1] = high >>> 16
  bytes[at + 2] = high >>> 8
  bytes[at + 3] = high
  bytes[at + 4] = low >>> 24
  bytes[at + 5] = low >>> 16
  bytes[at + 6] = low >>> 8
  bytes[at + 7] = low
}
