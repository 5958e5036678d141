import { SdcError } from '@sdc/core'
import { notUtf8 } from './bytes/marks.js'
import { piecesOf, type Pieces } from './bytes/pieces.js'
import { textPieces } from './layout/text-pieces.js'
import { wrongByte } from './bytes/utf8.js'

/** Maximum bytes of a document that is read whole and is not a table: the longest string in Node. */
const MOST = 2 ** 29 - 24

/**
 * Decodes the text of a document, including its byte order mark. It may be compressed by gzip.
 *
 * @param content - Its bytes, or these in pieces.
 * @param file - Name of the file, for messages.
 * @param encoding - Encoding if it is neither UTF-8 nor UTF-16.
 * @returns The text.
 * @throws FILE if it is not UTF-8, naming the first such line, or longer than a string can be (512 MB in Node)
 */
export function decodeText(content: Uint8Array | Iterable<Uint8Array>, file: string, encoding?: string): string {
  const bytes = joined(textPieces(piecesOf(content), { file, encoding }).pieces, file)
  try {
    if (bytes.length > MOST) throw tooLong(file)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw notUtf8(lineOf(bytes), file)
  }
}

/** A piece is valid until the next is requested, so it is copied. */
function joined(pieces: Iterable<Uint8Array> & Partial<Pieces>, file: string): Uint8Array {
  if ((pieces.size ?? 0) > MOST) throw tooLong(file)
  const copies: Uint8Array[] = []
  let length = 0
  for (const piece of pieces) {
    length += piece.length
    if (length > MOST) throw tooLong(file)
    copies.push(piece.slice())
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of copies) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function tooLong(file: string): SdcError {
  const message = `${file} is longer than the 511 MB that can be read at once`
  return new SdcError('FILE', message, { file }, 'Check that it is the intended file.')
}

/** Line of the first byte that is not text; a NUL is text here. */
function lineOf(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end + 1
    let from = start
    for (;;) {
      const wrong = wrongByte(bytes, from, stop)
      if (wrong < 0) break
      if (bytes[wrong] !== 0) return line
      from = wrong + 1
    }
    start = stop
  }
  return line
}
