/**
 * Finds the first byte that is not part of UTF-8 text, or is NUL, which does not occur in text.
 *
 * @param bytes - The bytes.
 * @param from - Start of the range.
 * @param to - End of the range, exclusive.
 * @param strange - Bytes from this value on represent marks and are accepted (see `marksOf`).
 * @returns The position of the byte; −1 if there is none.
 */
export function wrongByte(bytes: Uint8Array, from: number, to: number, strange = 256): number {
  for (let i = from; i < to;) {
    const byte = bytes[i]
    if (byte < 0x80) {
      if (byte === 0) return i
      i++
      continue
    }
    if (byte >= strange) {
      i++
      continue
    }
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    if (byte < 0xc2 || byte > 0xf4 || i + length > to) return i
    // The second byte tells overlong forms, surrogates, and code points beyond Unicode.
    const second = bytes[i + 1]
    const least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    const most = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    if (second < least || second > most) return i
    for (let k = 2; k < length; k++) if ((bytes[i + k] & 0xc0) !== 0x80) return i
    i += length
  }
  return -1
}

/**
 * Counts the letters (UTF-16 units, as in strings) of a UTF-8 text.
 *
 * @param bytes - The bytes.
 * @param from - Start of the text.
 * @param to - End of the text, exclusive.
 * @returns The count.
 */
export function lettersOf(bytes: Uint8Array, from: number, to: number): number {
  let letters = 0
  for (let i = from; i < to; i++) letters += lettersOfByte(bytes[i])
  return letters
}

/**
 * Returns the number of letters that one byte adds: 1 if it begins a character, 2 if that is a surrogate pair, 0 within
 * one.
 *
 * @param byte - The byte.
 * @returns The letters.
 */
export function lettersOfByte(byte: number): number {
  return (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 && byte < 0xfe ? 2 : 1
}
