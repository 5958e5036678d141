import { SdcError } from '@sdc/core'
import { piecesOf, type CsvContent, type Pieces } from './pieces.js'

/** Characters of the bytes 0x80 to 0x9F in windows-1252; U+FFFD for the five bytes without one. */
const C1 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'
const [FIRST, LAST] = [0x80, 0x9f]
const byteOf = new Map([...C1].map((letter, i) => [letter, FIRST + i]))

/**
 * Decodes a file in windows-1252 to UTF-8.
 *
 * @param content - The file.
 * @param file - Its name, for messages.
 * @throws FILE for a byte without a character, with its line.
 */
export function fromWindows1252(content: CsvContent, file: string): Pieces {
  return {
    *[Symbol.iterator]() {
      let line = 1
      for (const piece of piecesOf(content, file)) {
        let text = ''
        for (const byte of piece) {
          if (byte === 10) line++
          const letter = byte >= FIRST && byte <= LAST ? C1[byte - FIRST] : String.fromCharCode(byte)
          if (letter === '\uFFFD') throw undecodable(file, line, byte)
          text += letter
        }
        yield new TextEncoder().encode(text)
      }
    },
  }
}

/**
 * Encodes UTF-8 as windows-1252.
 *
 * @param content - Text or UTF-8.
 * @throws FILE for a character that windows-1252 lacks.
 */
export function toWindows1252(content: CsvContent): Pieces {
  return {
    *[Symbol.iterator]() {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
      for (const piece of piecesOf(content)) yield Uint8Array.from(decoder.decode(piece, { stream: true }), encode)
    },
  }
}

function encode(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  const byte = byteOf.get(letter) ?? (code < FIRST || (code > LAST && code < 256) ? code : undefined)
  if (byte !== undefined) return byte
  const message = `"${letter}" has no byte in windows-1252, the encoding of the output`
  throw new SdcError('FILE', message, {}, 'Save the input as UTF-8, and leave out --encoding.')
}

function undecodable(file: string, line: number, byte: number): SdcError {
  const message = `${file}, line ${line}: the byte 0x${byte.toString(16).toUpperCase()} has no character in windows-1252`
  const fix = 'Leave out --encoding if the file is UTF-8, or save it as UTF-8.'
  return new SdcError('FILE', message, { file, line }, fix)
}
