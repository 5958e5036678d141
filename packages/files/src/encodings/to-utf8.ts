import { option, SdcError } from '@sdc/core'
import type { Pieces } from '../csv/bytes/pieces.js'
import { codeTable, type CodeTable } from './code-table.js'

/**
 * Decodes a file while it is read.
 *
 * @param pieces - Its bytes.
 * @param encoding - Its encoding by its name in the Encoding Standard.
 * @param file - Name of the file, for messages.
 * @returns Its bytes in UTF-8. Throws FILE with the line for bytes without a character.
 */
export function toUtf8(pieces: Pieces, encoding: string, file: string | undefined): Pieces {
  if (encoding === 'utf-8') return pieces
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const table = isWide ? undefined : codeTable(encoding)
  const made = (): Iterator<Uint8Array> =>
    table && !table.hasPairs ? byBytes(pieces, table, encoding, file) : byDecoder(pieces, encoding, file)
  return { [Symbol.iterator]: made }
}

function* byBytes(
  pieces: Pieces,
  { characters }: CodeTable,
  encoding: string,
  file: string | undefined,
): Generator<Uint8Array, void> {
  let line = 1
  for (const piece of pieces) {
    const made = new Uint8Array(3 * piece.length)
    let at = 0
    for (let i = 0; i < piece.length; i++) {
      const character = characters[piece[i]]
      if (character < 0) {
        const byte = piece[i].toString(16).toUpperCase().padStart(2, '0')
        throw noCharacter(`the byte 0x${byte}`, `line ${line}`, encoding, line, file)
      }
      if (character === 10) line++
      if (character < 0x80) made[at++] = character
      else if (character < 0x800) {
        made[at++] = 0xc0 | (character >> 6)
        made[at++] = 0x80 | (character & 0x3f)
      } else {
        made[at++] = 0xe0 | (character >> 12)
        made[at++] = 0x80 | ((character >> 6) & 0x3f)
        made[at++] = 0x80 | (character & 0x3f)
      }
    }
    yield made.subarray(0, at)
  }
}

function* byDecoder(pieces: Pieces, encoding: string, file: string | undefined): Generator<Uint8Array, void> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true })
  const encoder = new TextEncoder()
  let line = 1
  const decoded = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw noCharacter('a byte', `line ${line} or later`, encoding, line, file)
    }
  }
  for (const piece of pieces) {
    const text = decoded(piece, true)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++
    yield encoder.encode(text)
  }
  decoded(new Uint8Array(0), false)
}

function noCharacter(what: string, where: string, encoding: string, line: number, file: string | undefined): SdcError {
  const message = `${file ?? 'the file'}, ${where}: ${what} has no character in ${encoding}`
  const fix = `Set the encoding of the file (${option('encoding', 'windows-1252')}), or leave it out for UTF-8 and UTF-16.`
  return new SdcError('FILE', message, { file, line }, fix)
}
