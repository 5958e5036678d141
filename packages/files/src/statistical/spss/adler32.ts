/** Returns the Adler-32 of bytes, from 0 to 2³² − 1. O(bytes). */
export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  // Sums of 3,800 bytes stay below 2³¹.
  for (let at = 0; at < bytes.length;) {
    for (const end = Math.min(at + 3800, bytes.length); at < end; at++) {
      low += bytes[at]
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}
