import { SdcError } from '@sdc/core'
import type { Pieces } from '@sdc/files'

/** A file to read from its beginning as often as it is needed. */
export interface DataSource {
  readonly name: string
  readonly bytes: number
  readonly pieces: Pieces
  /** A part of its bytes. */
  slice(from: number, to: number): ArrayBuffer
}

/** So much of a file is read at a time: nothing ever holds all of it. */
const PIECE = 1 << 20

/** What reads a file without waiting: workers have it, the page does not. */
interface SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer
}
declare const FileReaderSync: { new (): SyncReader }

/**
 * A file that a user picked, read a piece at a time.
 *
 * @param file - The file; its bytes stay where they are.
 * @param reader - What reads it.
 * @returns What can be read from its beginning again and again; FILE is thrown where the browser cannot read it any more.
 */
export function fileSource(file: File, reader: SyncReader = new FileReaderSync()): DataSource {
  const { name, size } = file
  return {
    name,
    bytes: size,
    pieces: { size, [Symbol.iterator]: () => piecesOf(file, reader) },
    slice: (from, to) => bytesOf(file, file.slice(from, to), reader).buffer,
  }
}

function* piecesOf(file: File, reader: SyncReader): Generator<Uint8Array, void> {
  let read = 0
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = bytesOf(file, file.slice(at, at + PIECE), reader)
    read += piece.length
    yield piece
  }
  if (read !== file.size) throw changed(file.name)
}

function bytesOf({ name }: File, slice: Blob, reader: SyncReader): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(reader.readAsArrayBuffer(slice))
  } catch (error) {
    throw cannotRead(name, error)
  }
}

/** What a browser says of a file that is not there any more, or another one, as a sentence. */
export function cannotRead(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !/^(Not(Readable|Found|Allowed)|Security|Invalid)/.test(error.name)) return error
  const message = `${name} cannot be read: it is a folder, or it was changed, moved or removed after opening`
  return new SdcError('FILE', message, { file: name }, 'Open it again.')
}

/** The error of a file that is another one than it was. */
export function changed(name: string): SdcError {
  return new SdcError('FILE', `${name} has changed since it was opened`, { file: name }, 'Open it again.')
}

/** A cheap sum over all bytes of a file: another one has another, but for chance. */
export function checksum(pieces: Iterable<Uint8Array>): number {
  let sum = 0x811c9dc5
  for (const piece of pieces) for (const byte of piece) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
