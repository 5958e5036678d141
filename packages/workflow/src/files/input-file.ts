import { SdcError } from '@sdc/core'

/**
 * A text in UTF-8, the byte order mark included; its bytes; or these in pieces, which may be longer than one string, may be
 * made only when they are asked for, and begin anew each time. A piece is valid until the next is asked for.
 */
export type Content = string | Uint8Array | Iterable<Uint8Array>

/** A file that a front end has read. */
export interface InputFile {
  /** For messages; the command line has its path here. */
  readonly name: string
  readonly content: Content
}

/** Bytes of a document: what is read whole, and is no table. A string holds no more than this in Node. */
const MOST_IN_DOCUMENT = 2 ** 29 - 24

/** The text of a document, its byte order mark included; throws FILE where its bytes are not UTF-8, or more than one string holds. */
export function textOf({ name, content }: InputFile): string {
  if (typeof content === 'string') return content
  const pieces: Uint8Array[] = []
  let length = 0
  for (const piece of content instanceof Uint8Array ? [content] : content) {
    length += piece.length
    if (length > MOST_IN_DOCUMENT) {
      const message = `${name} is longer than the 511 MB that a document may have`
      throw new SdcError('FILE', message, { file: name }, 'Is it the file that was meant?')
    }
    pieces.push(content instanceof Uint8Array ? piece : piece.slice())
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  } catch {
    const advice = 'Save it in UTF-8; it may be in Windows-1252 or Latin-1, or no text at all.'
    throw new SdcError('FILE', `${name} is not in UTF-8`, { file: name }, advice)
  }
}

/** The bytes of a file: of a text that was UTF-8 the very ones it was read from. */
export function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const pieces = Array.from(content, (piece) => piece.slice())
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The bytes of a file in pieces, none of which is held. */
export function piecesOf(content: Content): Iterable<Uint8Array> {
  if (typeof content === 'string') return [new TextEncoder().encode(content)]
  return content instanceof Uint8Array ? [content] : content
}
