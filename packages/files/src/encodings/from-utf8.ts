import { SdcError } from '@sdc/core'
import { codeTable } from './code-table.js'

/**
 * Encodes a file while it is written.
 *
 * @param pieces - Its bytes in UTF-8.
 * @param encoding - Its encoding by its name in the Encoding Standard.
 * @returns The bytes in the encoding. Throws FILE for a character that it lacks; `lackedBy` finds these before.
 */
export function fromUtf8(pieces: Iterable<Uint8Array>, encoding: string): Iterable<Uint8Array> {
  if (encoding === 'utf-8') return pieces
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  return { [Symbol.iterator]: () => (isWide ? wide(pieces, encoding === 'utf-16le') : narrow(pieces, encoding)) }
}

/**
 * Finds the first character of a text that an encoding lacks.
 *
 * @param text - The text.
 * @param encoding - The encoding by its name in the Encoding Standard.
 * @returns The character; undefined if it has all of them.
 */
export function lackedBy(text: string, encoding: string): string | undefined {
  if (encoding.startsWith('utf-')) return undefined
  const { bytesOf } = codeTable(encoding)
  for (const letter of text) if (bytesOf(letter.codePointAt(0) as number) < 0) return letter
  return undefined
}

/** Returns the error about a character that an encoding lacks. */
export function lacking(letter: string, encoding: string, column?: string): SdcError {
  const message = `${column === undefined ? '' : `column "${column}": `}"${letter}" has no byte in ${encoding}, the encoding of the output`
  return new SdcError('FILE', message, { column }, 'Save the input as UTF-8, and leave out its encoding.')
}

function* wide(pieces: Iterable<Uint8Array>, isLittle: boolean): Generator<Uint8Array, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    const bytes = new Uint8Array(2 * text.length)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      bytes[2 * i] = isLittle ? unit & 0xff : unit >> 8
      bytes[2 * i + 1] = isLittle ? unit >> 8 : unit & 0xff
    }
    yield bytes
  }
}

function* narrow(pieces: Iterable<Uint8Array>, encoding: string): Generator<Uint8Array, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const { bytesOf } = codeTable(encoding)
  for (const piece of pieces) {
    const made = new Uint8Array(2 * piece.length)
    let at = 0
    for (const letter of decoder.decode(piece, { stream: true })) {
      const bytes = bytesOf(letter.codePointAt(0) as number)
      if (bytes < 0) throw lacking(letter, encoding)
      if (bytes > 0xff) made[at++] = bytes >> 8
      made[at++] = bytes & 0xff
    }
    yield made.subarray(0, at)
  }
}
