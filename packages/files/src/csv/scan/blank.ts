const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns true if bytes are blanks as in `String.prototype.trim`, which include line ends and byte order marks.
 *
 * @param bytes - The bytes.
 * @param from - Start of the range.
 * @param to - End of the range, exclusive.
 * @returns True for blanks only.
 */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]
    if (byte >= 0x80) return decoder.decode(bytes.subarray(i, to)).trim() === ''
    if (byte !== 32 && (byte < 9 || byte > 13)) return false
  }
  return true
}
