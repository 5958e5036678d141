import { option, SdcError } from '@sdc/core'
import type { Pieces } from './pieces.js'

/**
 * Separator and quote as one byte each. Those beyond ASCII have two or three in UTF-8; they are replaced in the pieces by two bytes
 * that no text in UTF-8 has, and put back in every text that is made of them.
 */
export interface Marks {
  readonly separator: number
  readonly quote: number
  /** True if one of them stands for more bytes than one. */
  readonly strange: boolean
  /** The pieces with each mark as one byte. */
  pieces(of: Pieces): Pieces
  /** The text of bytes[from … to), which are UTF-8 but for the marks. */
  decode(bytes: Uint8Array, from: number, to: number): string
  /** A text as it stands in the pieces. */
  encode(text: string): Uint8Array
}

const SEPARATOR = 0xff
const QUOTE = 0xfe
/** Bytes from here on stand for marks where one of these is beyond ASCII; in no text in UTF-8 there is one. */
export const STRANGE = 0xfe

/**
 * Separator and quote of a file as bytes.
 *
 * @param separator - A character.
 * @param quote - Another.
 * @param file - The name of the file, for messages.
 * @returns Both, and how texts with them are read.
 */
export function marksOf(separator: string, quote: string, file: string | undefined): Marks {
  const strange = [separator, quote].some((mark) => mark.charCodeAt(0) > 127)
  return strange ? strangeMarks(separator, quote, file) : plainMarks(separator, quote)
}

function plainMarks(separator: string, quote: string): Marks {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const encoder = new TextEncoder()
  return {
    separator: separator.charCodeAt(0),
    quote: quote.charCodeAt(0),
    strange: false,
    pieces: (of) => of,
    decode: (bytes, from, to) => decoder.decode(bytes.subarray(from, to)),
    encode: (text) => encoder.encode(text),
  }
}

function strangeMarks(separator: string, quote: string, file: string | undefined): Marks {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const marks = [
    { mark: encoder.encode(separator), byte: SEPARATOR },
    { mark: encoder.encode(quote), byte: QUOTE },
  ].map(({ mark, byte }) => ({ mark, byte: mark.length === 1 ? mark[0] : byte }))
  const long = marks.filter(({ mark }) => mark.length > 1)

  function replaced(bytes: Uint8Array, length: number): Uint8Array {
    const out = new Uint8Array(length)
    let filled = 0
    for (let i = 0; i < length;) {
      const found = long.find(({ mark }) => i + mark.length <= length && mark.every((byte, k) => bytes[i + k] === byte))
      out[filled++] = found ? found.byte : bytes[i]
      i += found ? found.mark.length : 1
    }
    return out.subarray(0, filled)
  }

  function* pieces(of: Pieces): Generator<Uint8Array, void> {
    let kept = new Uint8Array(0)
    let line = 1
    for (const piece of of) {
      const bytes = new Uint8Array(kept.length + piece.length)
      bytes.set(kept)
      bytes.set(piece, kept.length)
      for (const byte of piece) {
        if (byte === 10) line++
        if (byte >= QUOTE) throw notUtf8(line, file)
      }
      // A mark may be cut by the end of the piece: its last one or two bytes wait for the next.
      const length = bytes.length - begun(bytes)
      kept = bytes.slice(length)
      yield replaced(bytes, length)
    }
    if (kept.length > 0) yield kept
  }

  /** How many bytes at the end of the piece may begin a mark. */
  function begun(bytes: Uint8Array): number {
    for (const count of [2, 1]) {
      const at = bytes.length - count
      if (
        at >= 0 &&
        long.some(({ mark }) => mark.length > count && mark.subarray(0, count).every((b, k) => b === bytes[at + k]))
      )
        return count
    }
    return 0
  }

  function restored(bytes: Uint8Array, from: number, to: number): Uint8Array {
    const out: number[] = []
    for (let i = from; i < to; i++) {
      const found = long.find(({ byte }) => byte === bytes[i])
      if (found) out.push(...found.mark)
      else out.push(bytes[i])
    }
    return Uint8Array.from(out)
  }

  return {
    separator: marks[0].byte,
    quote: marks[1].byte,
    strange: true,
    pieces: (of) => ({ size: of.size, [Symbol.iterator]: () => pieces(of) }),
    decode: (bytes, from, to) => decoder.decode(restored(bytes, from, to)),
    encode(text) {
      const bytes = encoder.encode(text)
      return replaced(bytes, bytes.length)
    },
  }
}

/**
 * What is said of a file that is no text in UTF-8.
 *
 * @param line - Where.
 * @param file - Its name.
 * @returns FILE, to be thrown.
 */
export function notUtf8(line: number, file: string | undefined): SdcError {
  const fix = `If it comes from Excel, set ${option('encoding', 'windows-1252')}. Or save it as UTF-8: iconv -f WINDOWS-1252 -t UTF-8.`
  const place = { file, line, parameter: 'encoding' }
  return new SdcError('FILE', `${file ?? 'the file'}, line ${line}: this is not UTF-8`, place, fix)
}
