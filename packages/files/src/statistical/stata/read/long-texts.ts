import type { Decoder } from '../../../encodings/decoder.js'
import { untilZero, type ByteReader } from '../../bytes/byte-reader.js'
import type { CellReader } from './cell-reader.js'

/** Texts of any length, identified by the column and the record of their first use. */
export interface LongTexts {
  /** The texts; each is decoded once. */
  readonly bytes: readonly Uint8Array[]
  /** Number of the text that the eight bytes at a position refer to; −1 for none. */
  readonly indexAt: (at: number) => number
}

/** Long texts of a file without any. */
export const NO_LONG_TEXTS: LongTexts = { bytes: [], indexAt: () => -1 }

/** Type of a text that ends with a zero. */
const ENDS_WITH_ZERO = 130

/**
 * Reads the long texts of a file.
 *
 * @param reader - Reader at the first of them; moves past the last.
 * @param release - Release of the format, which determines the bytes of a reference.
 * @returns The texts.
 * @throws FILE if a text exceeds the file
 */
export function readLongTexts(reader: ByteReader, release: number): LongTexts {
  const texts: Uint8Array[] = []
  const byColumn = new Map<number, Map<number, number>>()
  while (reader.bytes[reader.at] === 0x47) {
    reader.skip(3)
    const column = reader.u32()
    const record = release === 117 ? reader.u32() : reader.u64()
    const type = reader.u8()
    const bytes = reader.take(reader.u32())
    let byRecord = byColumn.get(column)
    if (byRecord === undefined) byColumn.set(column, (byRecord = new Map<number, number>()))
    byRecord.set(record, texts.length)
    texts.push(type === ENDS_WITH_ZERO ? untilZero(bytes) : bytes)
  }
  const columnBytes = release === 117 ? 4 : release === 118 ? 2 : 3
  const { bytes, little } = reader
  /** Unsigned number of some bytes. */
  const number = (at: number, length: number): number => {
    let value = 0
    for (let i = 0; i < length; i++) value = value * 256 + bytes[little ? at + length - 1 - i : at + i]
    return value
  }
  return {
    bytes: texts,
    indexAt(at) {
      const column = number(at, columnBytes)
      const record = number(at + columnBytes, 8 - columnBytes)
      if (column === 0 && record === 0) return -1
      const found = byColumn.get(column)?.get(record)
      if (found === undefined) throw reader.broken(`the text of column ${column} and record ${record} is missing`, at)
      return found
    },
  }
}

/**
 * Returns the reader of a column of long texts.
 *
 * @param texts - Long texts of the file.
 * @param rows - Number of records.
 * @param stride - Bytes of a record.
 * @param decoder - Decoder of the texts; each is decoded once.
 * @returns The reader.
 */
export function longTextCells(texts: LongTexts, rows: number, stride: number, decoder: Decoder): CellReader {
  const codes = new Int32Array(rows).fill(-1)
  const levels = new Map<string, number>()
  const codeOf = new Map<number, number>()
  const codeOfText = (index: number): number => {
    const text = decoder.decode(texts.bytes[index])
    if (text === '') return -1
    const code = levels.get(text) ?? levels.size
    levels.set(text, code)
    return code
  }
  return {
    read(from, to, first) {
      for (let i = from, at = first; i < to; i++, at += stride) {
        const index = texts.indexAt(at)
        if (index < 0) continue
        let code = codeOf.get(index)
        if (code === undefined) codeOf.set(index, (code = codeOfText(index)))
        codes[i] = code
      }
    },
    finish: () => ({ kind: 'texts', levels: [...levels.keys()], codes, missing: null }),
  }
}
