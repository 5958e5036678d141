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

/** The text of a file, its byte order mark included; throws FILE where its bytes are not UTF-8. */
export function textOf({ name, content }: InputFile): string {
  if (typeof content === 'string') return content
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(content))
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
