import type { PackedTexts } from '../../bytes/packed-texts.js'

/** Writes the cells of the records from `from` to before `to`, `stride` bytes apart; that of the first is at `at`. */
export type PutCells = (view: DataView, bytes: Uint8Array, at: number, stride: number, from: number, to: number) => void

/** Returns the writer of the texts of a column; the bytes after a text are already zeros. */
export function putTexts({ bytes, starts, codes }: PackedTexts): PutCells {
  return (_, target, first, stride, from, to) => {
    for (let i = from, at = first; i < to; i++, at += stride) {
      const code = codes[i]
      if (code < 0) continue
      const start = starts[code]
      const length = starts[code + 1] - start
      if (length > 32) target.set(bytes.subarray(start, start + length), at)
      else for (let k = 0; k < length; k++) target[at + k] = bytes[start + k]
    }
  }
}

/**
 * Returns the writer of references to the long texts of a column.
 *
 * @param texts - The texts.
 * @param column - Number of the column, from 1.
 * @param columnBytes - Bytes of that number in a reference; the others contain the record.
 * @returns The writer.
 */
export function putReferences(
  { first: firstRecord, codes }: PackedTexts,
  column: number,
  columnBytes: number,
): PutCells {
  return (view, _, first, stride, from, to) => {
    for (let i = from, at = first; i < to; i++, at += stride) {
      if (codes[i] < 0) continue
      view.setUint32(at, column, true)
      view.setUint32(at + columnBytes, firstRecord[codes[i]] + 1, true)
    }
  }
}
