import { Inflate } from 'fflate'
import { broken } from './broken.js'
import { crc32 } from '../gzip/crc32.js'

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
/** Bytes of the end of the directory, without the comment after it, which has at most 65,535. */
const END_LENGTH = 22
/** Largest number of bytes of a decompressed part: a small file may claim any size. */
const MOST = 2 ** 30
/** Compressed bytes that are decompressed at a time; they yield at most about a thousand times as many. */
const STEP = 2 ** 14

/** Parts of a ZIP file by name, each decompressed piece by piece on reading; undefined if it does not exist. */
export type ZipParts = (name: string) => Iterable<Uint8Array> | undefined

/**
 * Opens a ZIP file by the directory at its end. Each part is checked against its size and its check sum (CRC-32).
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns Its parts, whose iteration throws FILE at the end of a damaged one.
 * @throws FILE if the file is not a ZIP file, or is truncated, encrypted, or not compressed by DEFLATE
 * @see APPNOTE.TXT, PKWARE, 4.3
 */
export function unzip(bytes: Uint8Array, file: string | undefined): ZipParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = directoryEnd(view)
  if (end < 0) throw broken('is not a workbook, or is incomplete', file)
  const entries = new Map<string, number>()
  const utf8 = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw broken('has a broken directory', file)
    const name = view.getUint16(at + 28, true)
    entries.set(utf8.decode(bytes.subarray(at + 46, at + 46 + name)).replace(/^\//, ''), at)
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return (name) => {
    const entry = entries.get(name)
    return entry === undefined
      ? undefined
      : partAt(bytes, view, entry, (what) => broken(`has a part, ${name}, that ${what}`, file))
  }
}

function directoryEnd(view: DataView): number {
  for (let at = view.byteLength - END_LENGTH; at >= Math.max(0, view.byteLength - END_LENGTH - 65_535); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return at
  return -1
}

type Fault = (what: string) => Error

function partAt(bytes: Uint8Array, view: DataView, entry: number, fault: Fault): Iterable<Uint8Array> {
  const [flags, method] = [view.getUint16(entry + 8, true), view.getUint16(entry + 10, true)]
  const [crc, packed, size, local] = [16, 20, 24, 42].map((offset) => view.getUint32(entry + offset, true))
  if ((flags & 1) === 1) throw fault('is encrypted')
  if (method !== 0 && method !== 8) throw fault('uses an unknown compression')
  if (size > MOST) throw fault(`has ${size} bytes unpacked, which is too large`)
  if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL_HEADER) throw fault('is not at its place')
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (from + packed > bytes.length) throw fault('is cut')
  const data = bytes.subarray(from, from + packed)
  return { [Symbol.iterator]: () => checked(method === 0 ? [data] : inflated(data, fault), { size, crc }, fault) }
}

function* checked(
  pieces: Iterable<Uint8Array>,
  { size, crc }: { readonly size: number; readonly crc: number },
  fault: Fault,
): Generator<Uint8Array> {
  const damaged = 'is damaged (its check sum is wrong)'
  let [length, sum] = [0, 0]
  for (const piece of pieces) {
    length += piece.length
    // A part that is longer than declared may be much longer.
    if (length > size) throw fault(damaged)
    sum = crc32(piece, sum)
    yield piece
  }
  if (length !== size || sum !== crc) throw fault(damaged)
}

function* inflated(data: Uint8Array, fault: Fault): Generator<Uint8Array> {
  let out: Uint8Array[] = []
  const inflate = new Inflate((piece) => void out.push(piece))
  for (let at = 0; at < data.length || at === 0; at += STEP) {
    try {
      inflate.push(data.subarray(at, at + STEP), at + STEP >= data.length)
    } catch {
      throw fault('is damaged (it cannot be unpacked)')
    }
    yield* out
    out = []
  }
}
