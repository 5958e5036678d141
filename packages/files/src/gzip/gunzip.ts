import { SdcError } from '@sdc/core'
import { Gunzip } from 'fflate'
import type { Pieces } from '../csv/bytes/pieces.js'
import { crc32 } from './crc32.js'

/** Number of bytes decompressed at a time: only a small part of the file is in memory, for pieces of any size. */
const AT_A_TIME = 1 << 16
/** Bytes of the CRC-32 and the length after each member. */
const TRAILER = 8
/** Number of earlier bytes that are kept: the trailer of a member is checked after the header of the next was read. */
const KEPT = 1 << 16

/** Returns true for bytes that begin like a gzip file. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8
}

/**
 * Decompresses a gzip file of one or more members while it is read, and checks the check sum and length of each.
 *
 * @param compressed - The file.
 * @param file - Name of the file, for messages.
 * @returns The bytes; each iteration decompresses again. Throws FILE if the file is truncated or damaged.
 */
export function gunzipped(compressed: Pieces, file: string | undefined): Pieces {
  return { [Symbol.iterator]: () => decompressed(compressed, file) }
}

function* decompressed(compressed: Pieces, file: string | undefined): Generator<Uint8Array, void> {
  const made: Uint8Array[] = []
  const last = new Uint8Array(KEPT + AT_A_TIME)
  // The last of these bytes are those of the file up to `read`.
  let held = 0
  let read = 0
  let sum = 0
  let length = 0
  const trailerAt = (end: number): DataView =>
    new DataView(last.buffer, Math.max(0, held - (read - end) - TRAILER), TRAILER)
  const check = (trailer: DataView, isCut: boolean): void => {
    if (trailer.getUint32(0, true) === sum && trailer.getUint32(4, true) === length) return
    throw damaged(isCut ? 'ends before its end' : 'is damaged: its check sum is wrong', file)
  }
  const gunzip = new Gunzip((bytes) => {
    sum = crc32(bytes, sum)
    length = (length + bytes.length) >>> 0
    if (bytes.length > 0) made.push(bytes)
  })
  gunzip.onmember = (start) => {
    if (start === 0) return
    check(trailerAt(start), false)
    sum = 0
    length = 0
  }
  const push = (bytes: Uint8Array, isEnd = false): void => {
    try {
      gunzip.push(bytes, isEnd)
    } catch (error) {
      if (error instanceof SdcError) throw error
      throw damaged('is damaged', file)
    }
  }
  for (const piece of compressed) {
    for (let from = 0; from < piece.length; from += AT_A_TIME) {
      // A copy: the decompressor keeps unused bytes, and the piece is valid only until the next one.
      const bytes = piece.slice(from, from + AT_A_TIME)
      const kept = Math.min(held, KEPT)
      last.copyWithin(0, held - kept, held)
      last.set(bytes, kept)
      held = kept + bytes.length
      read += bytes.length
      push(bytes)
      yield* made
      made.length = 0
    }
  }
  check(trailerAt(read), !isComplete(gunzip))
}

/** Returns true if the last member is complete; a decompressor that waits for more does not know this. */
function isComplete(gunzip: Gunzip): boolean {
  try {
    gunzip.push(new Uint8Array(0), true)
    return true
  } catch {
    return false
  }
}

function damaged(what: string, file: string | undefined): SdcError {
  const message = `${file ?? 'the file'}, compressed by gzip, ${what}`
  return new SdcError('FILE', message, { file }, 'Fetch or compress it again: gunzip -t FILE tests a file.')
}
