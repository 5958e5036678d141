import type { Decoder } from '../../../encodings/decoder.js'
import type { NumberCells, TextCells } from '../../../dictionary/stat-table.js'
import type { ByteReader } from '../../bytes/byte-reader.js'
import { textColumn } from '../../bytes/text-column.js'
import type { CellReader } from './cell-reader.js'
import type { DtaLayout } from './layout.js'
import { longTextCells } from './long-texts.js'
import { readNumbers } from './read-numbers.js'

/** Bytes of the records that are read at a time, column by column, so that they stay in the cache. */
const BLOCK = 1 << 17

/**
 * Reads the cells of all columns.
 *
 * @param reader - Reader of the file, with its byte order.
 * @param layout - The other parts of the file.
 * @returns The cells of each column.
 * @throws FILE if a cell refers to a text that the file lacks
 */
export function readCells(reader: ByteReader, layout: DtaLayout): readonly (NumberCells | TextCells)[] {
  const { rows, columns, dataAt, stride } = layout
  let offset = 0
  const readers = columns.map(({ field }) => {
    const place = offset
    offset += field.width
    return { place, cells: cellReader(reader, layout, field) }
  })
  const rowsAtATime = Math.max(1, Math.floor(BLOCK / stride))
  for (let from = 0; from < rows; from += rowsAtATime) {
    const to = Math.min(rows, from + rowsAtATime)
    for (const { place, cells } of readers) cells.read(from, to, dataAt + from * stride + place)
  }
  return readers.map(({ cells }) => cells.finish())
}

function cellReader(
  reader: ByteReader,
  { rows, stride, release, decoder, longTexts }: DtaLayout,
  { storage, width }: DtaLayout['columns'][number]['field'],
): CellReader {
  if (storage === 'text') return fixedTexts(reader.bytes, rows, stride, width, decoder)
  if (storage === 'long text') return longTextCells(longTexts, rows, stride, decoder)
  return readNumbers(reader, rows, stride, storage, release >= 113)
}

function fixedTexts(bytes: Uint8Array, rows: number, stride: number, width: number, decoder: Decoder): CellReader {
  const texts = textColumn(rows, decoder)
  return {
    read(from, to, first) {
      for (let i = from, at = first; i < to; i++, at += stride) {
        let end = at
        while (end < at + width && bytes[end] !== 0) end++
        texts.put(i, bytes, at, end)
      }
    },
    finish: () => ({ kind: 'texts', ...texts.finish(), missing: null }),
  }
}
