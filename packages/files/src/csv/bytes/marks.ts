import { option, SdcError } from '@sdc/core'
import type { Pieces } from './pieces.js'

/**
 * Separator and quote as one byte each. Marks beyond ASCII have two or three bytes in UTF-8. In the pieces they are
 * replaced by two bytes that never occur in UTF-8, and restored in every decoded text.
 */
export interface Marks {
  readonly separator: number
  readonly quote: number
  /** True if one of them has more than one byte in UTF-8. */
  readonly strange: boolean
  /** The pieces with each mark as one byte. */
  pieces(of: Pieces): Pieces
  /** Text of bytes[from … to), which are UTF-8 except for the marks. */
  decode(bytes: Uint8Array, from: number, to: number): string
  /** Bytes of a text as in the pieces. */
  encode(text: string): Uint8Array
}

const SEPARATOR = 0xff
const QUOTE = 0xfe
/** Bytes from here on represent marks beyond ASCII; they never occur in UTF-8. */
export const STRANGE = 0xfe

/**
 * Returns separator and quote of a file as bytes.
 *
 * @param separator - A character.
 * @param quote - Another character.
 * @param file - Name of the file, for messages.
 * @returns Both, with functions to read and write texts with them.
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
      // A mark may be cut by the end of the piece: its first one or two bytes are kept for the next.
      const length = bytes.length - begun(bytes)
      kept = bytes.slice(length)
      yield replaced(bytes, length)
    }
    if (kept.length > 0) yield kept
  }

  /** Number of bytes at the end of the piece that may begin a mark. */
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
 * Returns the error for a file that is not UTF-8.
 *
 * @param line - Line of the wrong byte.
 * @param file - Name of the file.
 * @returns FILE, to be thrown.
 */
export function notUtf8(line: number, file: string | undefined): SdcError {
  const fix = `If it comes from Excel, set ${option('encoding', 'windows-1252')}. Or save it as UTF-8: iconv -f WINDOWS-1252 -t UTF-8.`
  const place = { file, line, parameter: 'encoding' }
  return new SdcError('FILE', `${file ?? 'the file'}, line ${line}: this is not UTF-8`, place, fix)
}
