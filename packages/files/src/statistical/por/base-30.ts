import { powerOfTwo } from '@sdc/core'

/** Number of digits that are always an exact double: 30¹⁰ < 2⁵³. */
const SHORT = 10
/** Exponents of 30 beyond which every number is infinite, or zero. */
const [LARGEST, LEAST] = [250, -300]

/** Returns the value of a digit, `0` to `9` and `A` to `T`; −1 for another byte. */
export function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  return byte >= 0x41 && byte <= 0x54 ? byte - 0x37 : -1
}

/**
 * Returns the double nearest to a number of base 30.
 *
 * @param digits - Its digits, without the point.
 * @param exponent - Power of 30 that multiplies the whole number of the digits.
 * @returns The number.
 */
export function fromBase30(digits: readonly number[], exponent: number): number {
  if (digits.length <= SHORT && exponent <= 0 && exponent >= -SHORT) {
    let whole = 0
    for (const digit of digits) whole = 30 * whole + digit
    return whole / Number(30n ** BigInt(-exponent))
  }
  let whole = 0n
  for (const digit of digits) whole = 30n * whole + BigInt(digit)
  if (whole === 0n || exponent < LEAST) return 0
  if (exponent >= 0) return exponent > LARGEST ? Infinity : Number(whole * 30n ** BigInt(exponent))
  // Two thousand bits after the point, where the last one marks a remainder: rounded once.
  const divisor = 30n ** BigInt(-exponent)
  const shifted = whole << 2000n
  const quotient = shifted / divisor
  const exact = quotient * divisor === shifted ? quotient << 1n : (quotient << 1n) | 1n
  return scaled(exact, -2001)
}

/** Multiplies a number by a power of two, rounding once: bits beyond 64 are merged into one. */
function scaled(whole: bigint, power: number): number {
  const extra = whole.toString(2).length - 64
  if (extra <= 0) return Number(whole) * powerOfTwo(power)
  const high = whole >> BigInt(extra)
  const rest = high << BigInt(extra) === whole ? 0n : 1n
  return Number(high | rest) * powerOfTwo(power + extra)
}
