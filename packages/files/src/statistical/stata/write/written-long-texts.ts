import type { PackedTexts } from '../../bytes/packed-texts.js'
import type { WrittenColumn } from './written-column.js'

/** Bytes of a long text besides its own. */
const HEAD = 3 + 4 + 8 + 1 + 4
/** Types of a text with zeros, and of one that ends with a zero. */
const BINARY = 129
const ENDS_WITH_ZERO = 130

/** Long text, with the column and the record of its first reference. */
export interface WrittenLongText {
  readonly column: number
  readonly record: number
  readonly text: Uint8Array
  readonly type: number
  /** Bytes in the file. */
  readonly length: number
}

/** Returns the long texts of all columns, in the order of their first records. */
export function longTextsOf(columns: readonly WrittenColumn[]): readonly WrittenLongText[] {
  return columns
    .flatMap(({ longTexts }, i) => (longTexts === undefined ? [] : ofColumn(longTexts, i + 1)))
    .sort((a, b) => a.record - b.record || a.column - b.column)
}

function ofColumn({ bytes, starts, first }: PackedTexts, column: number): WrittenLongText[] {
  return Array.from(first, (record, i) => {
    const text = bytes.subarray(starts[i], starts[i + 1])
    const type = text.includes(0) ? BINARY : ENDS_WITH_ZERO
    const length = HEAD + text.length + (type === BINARY ? 0 : 1)
    return { column, record: record + 1, text, type, length }
  }).filter(({ record }) => record > 0)
}

/** Returns the bytes of a long text. */
export function longTextBytes({ column, record, text, type, length }: WrittenLongText): Uint8Array {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  bytes.set([0x47, 0x53, 0x4f])
  view.setUint32(3, column, true)
  view.setUint32(7, record, true)
  bytes[15] = type
  view.setUint32(16, length - HEAD, true)
  bytes.set(text, HEAD)
  return bytes
}
