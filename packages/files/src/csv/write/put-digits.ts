const ZERO = 48

/** The two digits of 0 … 99. */
const pairs = Uint8Array.from({ length: 200 }, (_, i) => ZERO + (i % 2 === 0 ? Math.floor(i / 20) : (i >> 1) % 10))

/**
 * Writes a whole number.
 *
 * @param bytes - Target with enough room.
 * @param from - Position of its first digit.
 * @param number - From 0, below 10¹⁶.
 * @returns The position after its last digit.
 */
export function putWhole(bytes: Uint8Array, from: number, number: number): number {
  if (number >= 1e8) {
    const high = Math.floor(number / 1e8)
    const at = putWhole(bytes, from, high)
    putPadded(bytes, at, number - high * 1e8, 8)
    return at + 8
  }
  const rest = number | 0
  if (rest < 10) {
    bytes[from] = ZERO + rest
    return from + 1
  }
  const digits = rest < 10_000 ? (rest < 100 ? 2 : rest < 1000 ? 3 : 4) : rest < 1e6 ? (rest < 1e5 ? 5 : 6) : rest < 1e7 ? 7 : 8 // oxfmt-ignore
  putPadded(bytes, from, rest, digits)
  return from + digits
}

/**
 * Writes a whole number with a fixed number of digits.
 *
 * @param bytes - Target with enough room.
 * @param from - Position of its first digit.
 * @param number - From 0, below 10¹⁶ and below 10^`digits`.
 * @param digits - Number of digits; padded with leading zeros.
 */
export function putPadded(bytes: Uint8Array, from: number, number: number, digits: number): void {
  if (digits > 8) {
    const high = Math.floor(number / 1e8)
    putPadded(bytes, from, high, digits - 8)
    putPadded(bytes, from + digits - 8, number - high * 1e8, 8)
    return
  }
  if (digits === 8) {
    putEight(bytes, from, number | 0)
    return
  }
  let rest = number | 0
  let at = from + digits
  while (at - from >= 2) {
    const next = (rest / 100) | 0
    at -= 2
    putPair(bytes, at, rest - 100 * next)
    rest = next
  }
  if (at > from) bytes[from] = ZERO + rest
}

/**
 * Writes eight digits; no division waits for more than two others.
 *
 * @param bytes - Target with enough room.
 * @param from - Position of the first digit.
 * @param number - A whole number from 0, below 10⁸.
 */
export function putEight(bytes: Uint8Array, from: number, number: number): void {
  const high = (number / 10_000) | 0
  const low = number - 10_000 * high
  const highest = (high / 100) | 0
  const lower = (low / 100) | 0
  putPair(bytes, from, highest)
  putPair(bytes, from + 2, high - 100 * highest)
  putPair(bytes, from + 4, lower)
  putPair(bytes, from + 6, low - 100 * lower)
}

function putPair(bytes: Uint8Array, at: number, pair: number): void {
  bytes[at] = pairs[2 * pair]
  bytes[at + 1] = pairs[2 * pair + 1]
}
