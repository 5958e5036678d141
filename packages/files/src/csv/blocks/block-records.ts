import type { Column } from '@sdc/core'
import { hasBit } from '../bits.js'
import { inQuotes } from '../quoting.js'
import { byteSink, putBytes } from '../write/byte-sink.js'
import { cellWriter, putCell } from '../write/put-cell.js'
import { putText } from '../write/put-text.js'
import type { CsvScan } from './csv-scan.js'
import type { CsvBlock } from './read-block.js'
import { blockColumns } from './write-block.js'

/** Records as written, one after the other, without line ends. */
export interface CsvRecords {
  readonly bytes: Uint8Array
  /** End of each record. */
  readonly ends: Uint32Array
}

/** Records of a block and its line ends: a line end stays in its place when records are moved. */
export interface CsvBlockRecords extends CsvRecords {
  readonly lineEnds: Uint8Array
}

const CARRIAGE_RETURN = 13
const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the records of one block of a file, to be reordered: as `csvContent` writes them with their `origin`.
 *
 * @param scan - Result of the scan.
 * @param block - Number of the block.
 * @param read - The unmasked block.
 * @param masked - Masked columns of the file; the others are written unchanged.
 * @param names - Columns to write, in the order of the file.
 * @returns The records.
 * @throws NOT_NUMERIC and BAD_OPTION, as `csvBlockContent`
 */
export function csvBlockRecords(
  scan: CsvScan,
  block: number,
  read: CsvBlock,
  masked: ReadonlyMap<string, Column>,
  names: readonly string[],
): CsvBlockRecords {
  const { quote, separator } = scan.dialect
  const writers = blockColumns(scan, block, read, masked, names).map(cellWriter)
  const between = encoder.encode(separator)
  const sink = byteSink(256 + 16 * read.records * writers.length)
  const ends = new Uint32Array(read.records)
  for (let r = 0; r < read.records; r++) {
    let begin = sink.at
    for (let j = 0; j < writers.length; j++) {
      if (j > 0) putBytes(sink, between)
      begin = sink.at
      putCell(writers[j], sink, r)
    }
    // At the end of a record it would be read as part of the line end.
    if (sink.at > begin && sink.bytes[sink.at - 1] === CARRIAGE_RETURN) {
      const cell = decoder.decode(sink.bytes.subarray(begin, sink.at))
      sink.at = begin
      putText(sink, inQuotes(cell, quote))
    }
    ends[r] = sink.at
  }
  return { bytes: sink.bytes.subarray(0, sink.at), ends, lineEnds: packedLineEnds(read) }
}

/** A run of records of a file in another order. */
export interface CsvRun extends CsvRecords {
  readonly names: readonly string[]
  /** Place of its first record in the file. */
  readonly first: number
  /** Blocks of the file that overlap the run, with their line ends. */
  readonly blocks: readonly { readonly first: number; readonly end: number; readonly lineEnds: Uint8Array }[]
}

/**
 * Returns the bytes of reordered records with the line ends of their new places. The first run includes the header.
 *
 * @param scan - Result of the scan.
 * @param run - The records.
 * @returns The bytes, as `csvContent` writes them within the whole.
 */
export function csvRunContent(scan: CsvScan, { names, bytes, ends, first, blocks }: CsvRun): Uint8Array {
  const { dialect, records, columns } = scan
  const usual = encoder.encode(dialect.newline)
  const other = encoder.encode(dialect.newline === '\n' ? '\r\n' : '\n')
  const known = blocks.map((block) => ({ ...block, ...unpackedLineEnds(block.lineEnds) }))
  const sink = byteSink(256 + bytes.length + 2 * ends.length)
  if (first === 0) {
    putText(sink, dialect.prefix)
    const headers = columns.flatMap(({ name, header }) => (names.includes(name) ? (header ?? []) : []))
    if (dialect.header) {
      putText(sink, headers.join(dialect.separator))
      putBytes(sink, usual)
    }
  }
  let b = 0
  for (let i = 0; i < ends.length; i++) {
    const r = first + i
    const from = i === 0 ? 0 : ends[i - 1]
    putBytes(sink, bytes, from, ends[i])
    while (known[b].end <= r) b++
    const isLast = r === records - 1
    // A blank line at the end of a file is not a record.
    if (isLast && names.length === 1 && ends[i] === from) putText(sink, inQuotes('', dialect.quote))
    if (isLast) putText(sink, known[b].tail)
    else putBytes(sink, hasBit(known[b].other, r - known[b].first) ? other : usual)
  }
  return sink.bytes.subarray(0, sink.at)
}

/**
 * Packs the line ends of a block: the number of records with the other line end, these records, and the end of the
 * file.
 */
function packedLineEnds({ otherLineEnds, tail }: CsvBlock): Uint8Array {
  const bits = otherLineEnds ?? new Uint8Array(0)
  const end = encoder.encode(tail)
  const bytes = new Uint8Array(4 + bits.length + end.length)
  new DataView(bytes.buffer).setUint32(0, bits.length, true)
  bytes.set(bits, 4)
  bytes.set(end, 4 + bits.length)
  return bytes
}

function unpackedLineEnds(bytes: Uint8Array): { readonly other: Uint8Array | null; readonly tail: string } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const other = length === 0 ? null : bytes.subarray(4, 4 + length)
  return { other, tail: decoder.decode(bytes.subarray(4 + length)) }
}
