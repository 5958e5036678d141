const table = /* @__PURE__ */ Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/**
 * Returns the CRC-32 of bytes (polynomial 0x04C11DB7, reflected). O(bytes).
 *
 * @param bytes - The bytes.
 * @param before - The sum of the bytes before them.
 * @returns The sum, from 0 to 2³² − 1.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before
  for (let i = 0; i < bytes.length; i++) rest = table[(rest ^ bytes[i]) & 255] ^ (rest >>> 8)
  return ~rest >>> 0
}
