const ZERO = 48

/** The two digits of 0 … 99. */
const pairs = Uint8Array.from({ length: 200 }, (_, i) => ZERO + (i % 2 === 0 ? Math.floor(i / 20) : (i >> 1) % 10))

/**
 * Writes a whole number.
 *
 * @param bytes - Where it goes; there must be room.
 * @param from - The place of its first digit.
 * @param number - From 0, below 10¹⁶.
 * @returns The place behind its last digit.
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
  const digits = rest < 10_000 ? (rest < 100 ? 2 : rest < 1000 ? 3 : 4) : rest < 1e6 ? (rest < 1e5 ? 5 : 6) : rest < 1e7 ? 7 : 8 // prettier-ignore
  putPadded(bytes, from, rest, digits)
  return from + digits
}

/**
 * Writes a whole number with as many digits as are asked for.
 *
 * @param bytes - Where it goes; there must be room.
 * @param from - The place of its first digit.
 * @param number - From 0, below 10¹⁶ and below the power of ten of `digits`.
 * @param digits - How many; zeros come first where it has fewer.
 */
export function putPadded(bytes: Uint8Array, from: number, number: number, digits: number): void {
  if (digits > 8) {
    const high = Math.floor(number / 1e8)
    putPadded(bytes, from, high, digits - 8)
    putPadded(bytes, from + digits - 8, number - high * 1e8, 8)
    return
  }
  let rest = number | 0
  let at = from + digits
  while (at - from >= 2) {
    const next = (rest / 100) | 0
    const pair = (rest - 100 * next) << 1
    at -= 2
    bytes[at] = pairs[pair]
    bytes[at + 1] = pairs[pair + 1]
    rest = next
  }
  if (at > from) bytes[from] = ZERO + rest
}
