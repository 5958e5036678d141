import { extname } from 'node:path'
import { asNext, SdcError, type Message } from '@sdc/core'
import type { Content, InputFile } from '@sdc/workflow/records'

/** Values of `--encoding`. */
export const encodings = ['utf-8', 'windows-1252'] as const

/** Characters of the bytes 0x80 to 0x9F in windows-1252; U+FFFD for the five bytes without one. */
const C1 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'
const [FIRST, LAST] = [0x80, 0x9f]
/** Files that are UTF-8 whatever the data are: schemas, plans, policies, private files, workbooks. */
const DOCUMENTS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml', '.xlsx'])

const byteOf = new Map([...C1].map((letter, i) => [letter, FIRST + i]))
const held = { isWestern: false }

/** Sets the encoding of the CSV files of this run. */
export function useEncoding(name: unknown): void {
  held.isWestern = name === 'windows-1252'
}

/** Returns true if the CSV files of this run have another encoding than UTF-8. */
export function isRecoded(): boolean {
  return held.isWestern
}

/**
 * Decodes a CSV file that was read: what follows sees UTF-8.
 *
 * @param file - The file; a schema, a plan or a private file is left unchanged.
 */
export function decoded(file: InputFile): InputFile {
  if (!held.isWestern || DOCUMENTS.has(extname(file.name).toLowerCase())) return file
  const pieces = typeof file.content === 'string' ? [new TextEncoder().encode(file.content)] : piecesOf(file.content)
  const content = {
    *[Symbol.iterator]() {
      let line = 1
      for (const piece of pieces) {
        yield utf8Of(piece, file.name, line)
        for (const byte of piece) if (byte === 10) line++
      }
    },
  }
  return { ...file, content }
}

/**
 * Encodes a masked file as its input was.
 *
 * @param content - Text or UTF-8.
 * @throws FILE for a character that windows-1252 lacks.
 */
export function encoded(content: Content): Content {
  if (!held.isWestern) return content
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const pieces = typeof content === 'string' ? [content] : piecesOf(content)
  return {
    *[Symbol.iterator]() {
      for (const piece of pieces)
        yield westernOf(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
    },
  }
}

/** A next command with the encoding of this run: the files that it reads have it, too. */
export function withEncoding(message: Message): Message {
  if (!held.isWestern || message.kind !== 'next') return message
  return asNext(`${message.text} --encoding windows-1252`)
}

function piecesOf(content: Uint8Array | Iterable<Uint8Array>): Iterable<Uint8Array> {
  return content instanceof Uint8Array ? [content] : content
}

function utf8Of(piece: Uint8Array, name: string, line: number): Uint8Array {
  let text = ''
  let at = line
  for (const byte of piece) {
    if (byte === 10) at++
    const letter = byte >= FIRST && byte <= LAST ? C1[byte - FIRST] : String.fromCharCode(byte)
    if (letter === '\uFFFD') throw undecodable(name, at, byte)
    text += letter
  }
  return new TextEncoder().encode(text)
}

function undecodable(file: string, line: number, byte: number): SdcError {
  const message = `${file}, line ${line}: the byte 0x${byte.toString(16).toUpperCase()} has no character in windows-1252`
  return new SdcError(
    'FILE',
    message,
    { file, line },
    'Leave out --encoding if the file is UTF-8, or save it as UTF-8.',
  )
}

function westernOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    const byte = byteOf.get(letter) ?? (code < FIRST || (code > LAST && code < 256) ? code : undefined)
    if (byte !== undefined) return byte
    const message = `"${letter}" has no byte in windows-1252, the encoding of the output`
    throw new SdcError('FILE', message, {}, 'Save the input as UTF-8, and leave out --encoding.')
  })
}
