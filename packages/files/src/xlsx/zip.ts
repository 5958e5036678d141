import { SdcError } from '@sdc/core'
import { Deflate } from 'fflate'
import { crc32 } from '../gzip/crc32.js'

/** Part of a ZIP file: its name, in ASCII letters, and its text, in pieces. */
export type ZipPart = readonly [name: string, text: Iterable<string>]

interface Entry {
  readonly name: Uint8Array
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Position of its header in the file. */
  readonly at: number
}

/** The earliest day of a ZIP file: 1 January 1980. */
const FIRST_DAY = 0x21
/** Version of the format with DEFLATE. */
const VERSION = 20
const DEFLATE = 8
const MOST = 2 ** 32 - 1

/**
 * Compresses texts into a ZIP file, one part after the other. The same texts give the same bytes.
 *
 * @param parts - The texts.
 * @yields The bytes of the file.
 * @throws BAD_OPTION for a file of 4 GiB or more
 * @see APPNOTE.TXT, PKWARE, 4.3
 */
export function* zipped(parts: Iterable<ZipPart>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  const encode = (text: string): Uint8Array => encoder.encode(text)
  const entries: Entry[] = []
  let at = 0
  for (const [part, text] of parts) {
    const { pieces, ...sizes } = packed(text, encode)
    const entry = { name: encode(part), at, ...sizes }
    entries.push(entry)
    const header = fields([[4, 0x04034b50], ...shared(entry), [2, 0]], entry.name)
    at += header.length + entry.packed
    if (at > MOST || entry.size > MOST) throw tooLarge()
    yield header
    yield* pieces
  }
  let length = 0
  for (const entry of entries) {
    const header = fields(
      [[4, 0x02014b50], [2, VERSION], ...shared(entry), [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]],
      entry.name,
    )
    length += header.length
    yield header
  }
  const count = entries.length
  const end = [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, at],
    [2, 0],
  ] as const
  yield fields(end, new Uint8Array())
}

function packed(
  text: Iterable<string>,
  encode: (text: string) => Uint8Array,
): Pick<Entry, 'crc' | 'packed' | 'size'> & { readonly pieces: readonly Uint8Array[] } {
  const pieces: Uint8Array[] = []
  let [crc, size, length] = [0, 0, 0]
  const deflate = new Deflate({ level: 6 }, (piece) => {
    pieces.push(piece)
    length += piece.length
  })
  for (const piece of text) {
    const bytes = encode(piece)
    crc = crc32(bytes, crc)
    size += bytes.length
    deflate.push(bytes)
  }
  deflate.push(new Uint8Array(), true)
  return { pieces, crc, size, packed: length }
}

/** Fields of an entry that its two headers share. */
function shared({ name, crc, packed: length, size }: Entry): [length: number, value: number][] {
  return [
    [2, VERSION],
    [2, 0],
    [2, DEFLATE],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc],
    [4, length],
    [4, size],
    [2, name.length],
  ]
}

/** Little-endian fields with a number of bytes each, followed by a name. */
function fields(values: readonly (readonly [length: number, value: number])[], name: Uint8Array): Uint8Array {
  const length = values.reduce((sum, [bytes]) => sum + bytes, 0)
  const out = new Uint8Array(length + name.length)
  const view = new DataView(out.buffer)
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  out.set(name, length)
  return out
}

function tooLarge(): SdcError {
  return new SdcError('BAD_OPTION', 'the workbook would have 4 GiB or more', {}, 'Write it as CSV or Parquet.')
}
