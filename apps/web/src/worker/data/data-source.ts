import { SdcError } from '@sdc/core'
import type { Pieces } from '@sdc/files'

/** A file that can be read repeatedly from its beginning. */
export interface DataSource {
  readonly name: string
  readonly bytes: number
  readonly pieces: Pieces
  /** Returns a part of its bytes. */
  slice(from: number, to: number): ArrayBuffer
}

/** Bytes of a file that are read at a time; it is never in memory as a whole. */
const PIECE = 1 << 20

/** Synchronous reader of files, available in workers only. */
interface SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer
}
declare const FileReaderSync: { new (): SyncReader }

/**
 * Returns a file that a user picked as a source, read piece by piece.
 *
 * @param file - The file; its bytes stay on disk.
 * @param reader - Synchronous reader.
 * @returns The source; it throws FILE if the browser can no longer read the file.
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

/** Returns the browser's error for a file that is missing or changed, as a sentence. */
export function cannotRead(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !/^(Not(Readable|Found|Allowed)|Security|Invalid)/.test(error.name)) return error
  const message = `${name} cannot be read: it is a folder, or it was changed, moved or removed after opening`
  return new SdcError('FILE', message, { file: name }, 'Open it again.')
}

/** Returns the error for a file that changed. */
export function changed(name: string): SdcError {
  return new SdcError('FILE', `${name} has changed since it was opened`, { file: name }, 'Open it again.')
}

/** Returns a fast checksum over all bytes of a file, by which changed files are detected with high probability. */
export function checksum(pieces: Iterable<Uint8Array>): number {
  let sum = 0x811c9dc5
  for (const piece of pieces) for (const byte of piece) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
