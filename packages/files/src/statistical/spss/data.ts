import { unzlibSync } from 'fflate'
import type { ByteReader } from '../bytes/byte-reader.js'
import { adler32 } from './adler32.js'

/** Data of a file: byte codes or plain numbers, in pieces; the length of all but the last is a multiple of eight. */
export interface SpssData {
  /** Bytes of all pieces. */
  readonly length: number
  /** The pieces; every iteration begins again. */
  readonly pieces: Iterable<Uint8Array>
}

/** Largest expansion of a byte by DEFLATE. */
const MOST_PER_BYTE = 1032

interface Block {
  readonly from: number
  readonly packed: number
  readonly size: number
}

/**
 * Finds the data of a file, after its dictionary.
 *
 * @returns The data. Compressed blocks are decompressed on demand, with a check of size and check sum.
 * @throws FILE for a table of blocks that does not fit the file
 */
export function dataOf(reader: ByteReader, compression: number): SpssData {
  if (compression < 2) {
    const rest = reader.bytes.subarray(reader.at)
    return { length: rest.length, pieces: [rest] }
  }
  const blocks = readBlocks(reader)
  return {
    length: blocks.reduce((sum, block) => sum + block.size, 0),
    pieces: {
      *[Symbol.iterator]() {
        for (const block of blocks) yield unpack(reader, block)
      },
    },
  }
}

function readBlocks(reader: ByteReader): Block[] {
  reader.skip(8)
  const [end, length] = [reader.u64(), reader.u64()]
  let from = reader.at
  reader.at = end
  reader.skip(20)
  const count = reader.i32()
  reader.checkLeft(count, 24, 'blocks of data')
  if (length !== 24 + 24 * count) throw reader.broken(`a table of ${count} blocks has ${length} bytes`)
  return Array.from({ length: count }, (_, i) => {
    reader.skip(8)
    const start = reader.u64()
    const [size, packed] = [reader.i32(), reader.i32()]
    if (start !== from || packed < 8 || start + packed > end) throw reader.broken('a block of data is not in its place')
    if (size < 0 || size > MOST_PER_BYTE * packed || (size % 8 !== 0 && i < count - 1))
      throw reader.broken(`a block of ${packed} bytes does not hold ${size}`)
    from += packed
    return { from: start, packed, size }
  })
}

function unpack({ bytes, broken }: ByteReader, { from, packed, size }: Block): Uint8Array {
  const data = bytes.subarray(from, from + packed)
  let unpacked: Uint8Array
  try {
    unpacked = unzlibSync(data, { out: new Uint8Array(size) })
  } catch {
    throw broken('a block of data cannot be unpacked', from)
  }
  const sum = new DataView(data.buffer, data.byteOffset + packed - 4).getUint32(0)
  if (unpacked.length !== size || adler32(unpacked) !== sum) throw broken('a block of data has another check sum', from)
  return unpacked
}
