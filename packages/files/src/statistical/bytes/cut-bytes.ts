/**
 * Cuts a text in UTF-8 between two letters.
 *
 * @param bytes - The text.
 * @param most - Largest number of bytes.
 * @returns Its first letters, as many as fit.
 */
export function cutBytes(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes
  let end = most
  while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
