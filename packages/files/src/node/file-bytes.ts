import { closeSync, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import type { Pieces } from '../csv/bytes/pieces.js'
import { fileError } from './file-error.js'

const PIECE = 1 << 18
/** Size up to which a file is kept in memory: it is read as it was when opened. */
const SMALL = 1 << 20
/** Largest number of bytes kept of a device, which may be endless. */
const MOST_OF_DEVICE = 1 << 29

/**
 * Reads the bytes of a file in pieces, again at each iteration, without keeping them in memory. A pipe can be read only
 * once, and is kept in memory, in pieces too.
 *
 * @param path - The file.
 * @param most - Largest number of bytes of a pipe to keep.
 * @returns Its pieces; each is valid until the next is requested. Iterating throws FILE if the file cannot be read,
 *   or was replaced or changed.
 * @throws FILE if the file does not exist, is a folder, is not readable, or is a pipe that is too long for memory
 */
export async function fileBytes(path: string, most: number = 2 ** 32): Promise<Pieces> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const there = await handle.stat({ bigint: true })
    // Some files of the system report a size of 0.
    if (there.isFile() && there.size > 0n && there.size <= SMALL) return held([await handle.readFile()])
    if (there.isFile() && there.size > 0n)
      return { size: Number(there.size), [Symbol.iterator]: () => piecesAnew(path, there) }
    const pieces = await piecesNow(
      handle,
      path,
      there.isFIFO() || there.isSocket() ? most : Math.min(most, MOST_OF_DEVICE),
    )
    return held(pieces)
  } catch (error) {
    throw fileError(error, 'read', path)
  } finally {
    await handle?.close()
  }
}

function* piecesAnew(path: string, there: BigIntStats): Generator<Uint8Array, void> {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    if (!isSame(fstatSync(file, { bigint: true }), there)) throw changed(path)
    const piece = new Uint8Array(PIECE)
    let left = Number(there.size)
    while (left > 0) {
      const length = readSync(file, piece, 0, Math.min(PIECE, left), null)
      if (length === 0) throw changed(path)
      left -= length
      if (left === 0 && !isSame(fstatSync(file, { bigint: true }), there)) throw changed(path)
      yield piece.subarray(0, length)
    }
  } catch (error) {
    throw fileError(error, 'read', path)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** True if a file is unchanged, as far as its size and the time of its last change show. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs
}

function changed(path: string): SdcError {
  const fix = 'Run again after other programs have stopped writing to it, or use a copy.'
  return new SdcError('FILE', `${path} changed while it was read`, { file: path }, fix)
}

function held(pieces: readonly Uint8Array[]): Pieces {
  return { size: pieces.reduce((sum, piece) => sum + piece.length, 0), [Symbol.iterator]: () => pieces.values() }
}

async function piecesNow(handle: FileHandle, path: string, most: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of handle.createReadStream({
    autoClose: false,
    highWaterMark: PIECE,
  }) as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > most) {
      const message = `${path} is longer than the ${Math.floor(most / 2 ** 20)} MB that fit in memory: a pipe is read into memory whole`
      throw new SdcError('FILE', message, { file: path }, 'Save it to a file first, and name that file.')
    }
    pieces.push(piece)
  }
  return pieces
}
