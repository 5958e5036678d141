const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * True if bytes are blanks, as `String.prototype.trim` has them: line ends and byte order marks among them.
 *
 * @param bytes - The bytes.
 * @param from - Where to begin.
 * @param to - Where to end.
 * @returns True for nothing but blanks.
 */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]
    if (byte >= 0x80) return decoder.decode(bytes.subarray(i, to)).trim() === ''
    if (byte !== 32 && (byte < 9 || byte > 13)) return false
  }
  return true
}
