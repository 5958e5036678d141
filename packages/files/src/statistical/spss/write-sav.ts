import { zlibSync } from 'fflate'
import { SdcError } from '@sdc/core'
import type { StatTable, WrittenStat } from '../../dictionary/stat-table.js'
import { byteSink } from '../bytes/byte-sink.js'
import { losses } from '../losses.js'
import { BIAS, codeSink } from './code-sink.js'
import { checkNames } from './names.js'
import { dictionaryBytes, slotsOfColumn } from './written-dictionary.js'
import { writtenColumn, type WrittenColumn } from './written-column.js'

/** Bytes of a block before compression, as programs expect. */
const BLOCK = 0x3f_f000

export interface WriteSavOptions {
  /** Byte codes (.sav, the default), or byte codes in zlib (.zsav). */
  readonly compression?: 'codes' | 'zlib' | undefined
}

/**
 * Writes an SPSS file in UTF-8: .sav, or .zsav. The time stamp is fixed, and the same table gives the same bytes.
 *
 * @param table - The table.
 * @param options - Compression.
 * @returns The file, and its losses: long labels are cut, letters for missing values become numbers.
 * @throws BAD_OPTION for a name that SPSS does not permit, DUPLICATE_COLUMN for names that differ at most by case.
 *   FILE for a text of more than 32,767 bytes, and for a value that is also a missing one. NOT_NUMERIC for an infinite
 *   number.
 */
export function writeSav(table: StatTable, { compression = 'codes' }: WriteSavOptions = {}): WrittenStat {
  if (table.columns.length === 0)
    throw new SdcError('NO_COLUMNS', 'an SPSS file needs a column', {}, 'Keep at least one column.')
  checkNames(table.columns.map(({ name }) => name))
  const lost = losses()
  const columns = table.columns.map((column) => writtenColumn(column, lost))
  const isPacked = compression === 'zlib'
  const dictionary = dictionaryBytes(table, columns, isPacked ? 2 : 1, lost)
  return {
    losses: lost.finish(),
    content: {
      *[Symbol.iterator]() {
        yield dictionary
        const pieces = codesOf(table.rows, columns)
        if (isPacked) yield* packed(pieces, dictionary.length)
        else yield* pieces
      },
    },
  }
}

function* codesOf(rows: number, columns: readonly WrittenColumn[]): Generator<Uint8Array> {
  const sink = codeSink(columns.reduce((sum, column) => sum + slotsOfColumn(column), 0))
  for (let record = 0; record < rows; record++) {
    for (const { put } of columns) put(sink, record)
    if (sink.isFull()) yield sink.take()
  }
  yield sink.finish()
}

/** Compresses the pieces block by block, between the header and the table of blocks. */
function* packed(pieces: Iterable<Uint8Array>, start: number): Generator<Uint8Array> {
  const blocks: { readonly size: number; readonly bytes: Uint8Array }[] = []
  for (const block of blocksOf(pieces)) blocks.push({ size: block.length, bytes: zlibSync(block, { level: 6 }) })
  const length = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const head = byteSink()
  for (const place of [start, start + 24 + length, 24 + 24 * blocks.length]) head.u64(place)
  yield head.bytes()
  for (const { bytes } of blocks) yield bytes
  const table = byteSink()
  table.i32(-BIAS)
  table.i32(-1)
  table.u64(0)
  table.i32(BLOCK)
  table.i32(blocks.length)
  let [from, packedFrom] = [start, start + 24]
  for (const { size, bytes } of blocks) {
    table.u64(from)
    table.u64(packedFrom)
    table.i32(size)
    table.i32(bytes.length)
    from += size
    packedFrom += bytes.length
  }
  yield table.bytes()
}

function* blocksOf(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const block = new Uint8Array(BLOCK)
  let used = 0
  for (const piece of pieces)
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + BLOCK - used)
      block.set(part, used)
      used += part.length
      from += part.length
      if (used < BLOCK) continue
      yield block
      used = 0
    }
  if (used > 0) yield block.subarray(0, used)
}
