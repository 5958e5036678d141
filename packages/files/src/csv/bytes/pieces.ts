import { SdcError } from '@sdc/core'

/** Bytes of a file in pieces: each iteration starts anew, and a piece is valid until the next is requested. */
export interface Pieces extends Iterable<Uint8Array> {
  /** Number of bytes, if known before reading. */
  readonly size?: number | undefined
}

/** Readable content: a text, its bytes in UTF-8, or these in pieces. */
export type CsvContent = string | Uint8Array | Pieces

const LETTERS_AT_A_TIME = 1 << 16

/**
 * Returns any content as pieces of bytes.
 *
 * @param content - Content to read.
 * @param file - Name of the file, for the message.
 * @returns Its bytes in UTF-8.
 * @throws FILE for a text with half a surrogate pair, which UTF-8 cannot represent
 */
export function piecesOf(content: CsvContent, file?: string): Pieces {
  if (content instanceof Uint8Array) return { size: content.length, [Symbol.iterator]: () => [content].values() }
  if (typeof content !== 'string') return content
  const lone = content.search(/\p{Surrogate}/u)
  if (lone >= 0) {
    const line = content.slice(0, lone).split('\n').length
    const message = `line ${line} holds half a character, which cannot be written in UTF-8`
    throw new SdcError('FILE', message, { file, line }, 'Pass the original text, or its bytes.')
  }
  return { [Symbol.iterator]: () => encoded(content) }
}

/**
 * Returns the bytes of a file in one array; a text is encoded in UTF-8.
 *
 * @param content - A text, bytes, or pieces.
 * @returns The bytes; pieces are copied.
 */
export function bytesOf(content: CsvContent): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const pieces = Array.from(content, (piece) => piece.slice())
  if (pieces.length === 1) return pieces[0]
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function* encoded(text: string): Generator<Uint8Array, void> {
  const encoder = new TextEncoder()
  for (let at = 0; at < text.length;) {
    let to = Math.min(text.length, at + LETTERS_AT_A_TIME)
    const code = text.charCodeAt(to - 1)
    // Never split a surrogate pair.
    if (to < text.length && code >= 0xd800 && code < 0xdc00) to--
    yield encoder.encode(text.slice(at, to))
    at = to
  }
}

/**
 * Returns the first bytes of a file.
 *
 * @param pieces - The file.
 * @param most - Largest number of bytes.
 * @returns A copy, and true in `whole` if it is the whole file.
 */
export function headOf(pieces: Pieces, most: number): { readonly bytes: Uint8Array; readonly whole: boolean } {
  let head = new Uint8Array(Math.min(most, 1024))
  let filled = 0
  for (const piece of pieces) {
    const fits = Math.min(piece.length, most - filled)
    if (filled + fits > head.length) {
      const larger = new Uint8Array(Math.min(most, Math.max(filled + fits, 4 * head.length)))
      larger.set(head.subarray(0, filled))
      head = larger
    }
    head.set(piece.subarray(0, fits), filled)
    filled += fits
    if (fits < piece.length) return { bytes: head.subarray(0, filled), whole: false }
  }
  return { bytes: head.subarray(0, filled), whole: true }
}
