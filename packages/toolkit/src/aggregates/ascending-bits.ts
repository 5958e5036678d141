/**
 * What gives the 64 bits of a double as whole numbers that ascend as doubles do, −0 as 0: by the high one, then by the low
 * one.
 *
 * @returns A function of a number that is one: the high 32 bits and the low ones, in an array that the next call writes anew.
 */
export function ascendingBits(): (value: number) => Uint32Array {
  const own = new Float64Array(1)
  const words = new Uint32Array(own.buffer)
  const bits = new Uint32Array(2)
  return (value) => {
    own[0] = value + 0
    // Little-endian, as all machines are that this runs on: the high word is the second.
    const isNegative = words[1] >>> 31 === 1
    bits[0] = isNegative ? ~words[1] : words[1] ^ 0x8000_0000
    bits[1] = isNegative ? ~words[0] : words[0]
    return bits
  }
}
