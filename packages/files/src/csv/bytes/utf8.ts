/**
 * Where bytes are no text in UTF-8: the first that belongs to no character, or is NUL, which no text has.
 *
 * @param bytes - The bytes.
 * @param from - Where to begin.
 * @param to - Where to end.
 * @param strange - Bytes from here on stand for marks, and are let pass (see `marksOf`).
 * @returns The place of the first wrong byte; −1 where there is none.
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
    // The second byte says whether the form is the shortest, no surrogate, and no number beyond Unicode.
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
 * How many letters (UTF-16 units, as strings count) a text in UTF-8 has.
 *
 * @param bytes - The bytes.
 * @param from - Where the text begins.
 * @param to - Where it ends.
 * @returns The count.
 */
export function lettersOf(bytes: Uint8Array, from: number, to: number): number {
  let letters = 0
  for (let i = from; i < to; i++) letters += lettersOfByte(bytes[i])
  return letters
}

/**
 * What one byte adds to the letters of a text: 1 where it begins a character, 2 where that is a pair, 0 within.
 *
 * @param byte - The byte.
 * @returns The letters.
 */
export function lettersOfByte(byte: number): number {
  return (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 && byte < 0xfe ? 2 : 1
}
