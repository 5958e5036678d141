/**
 * Converts doubles to whole numbers of 64 bits that ascend with them, −0 as 0.
 *
 * @returns A function of a number, not NaN, that returns the high and the low 32 bits in an array that the next call reuses.
 */
export function ascendingBits(): (value: number) => Uint32Array {
  const own = new Float64Array(1)
  const words = new Uint32Array(own.buffer)
  const bits = new Uint32Array(2)
  return (value) => {
    own[0] = value + 0
    // Little-endian, as on all supported machines: the high word is the second.
    const isNegative = words[1] >>> 31 === 1
    bits[0] = isNegative ? ~words[1] : words[1] ^ 0x8000_0000
    bits[1] = isNegative ? ~words[0] : words[0]
    return bits
  }
}
