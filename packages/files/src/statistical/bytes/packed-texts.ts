import type { TextCells } from '../../dictionary/stat-table.js'

/** Texts of the cells of a column in UTF-8, one after the other. */
export interface PackedTexts {
  readonly bytes: Uint8Array
  /** Text `i` is bytes[starts[i] … starts[i + 1]); a text without cells is empty. */
  readonly starts: Uint32Array
  /** First record of each text, from 0. */
  readonly first: Int32Array
  /** Bytes of the longest text. */
  readonly longest: number
  /** True if some text has a zero, which would end it. */
  readonly hasZero: boolean
  /** True if some missing cell has a kind, which is stored as its text. */
  readonly hasKinds: boolean
  /** Number of the text of each cell; −1 for an empty one. */
  readonly codes: Int32Array
}

/**
 * Encodes the texts of the cells of a column. The kind of a missing cell is encoded as a text.
 *
 * @param cells - The cells.
 */
export function packTexts({ levels, codes, missing }: TextCells): PackedTexts {
  const all = missing === null ? levels : [...levels, ...missing.texts]
  const first = new Int32Array(all.length).fill(-1)
  let hasKinds = false
  const numbers = codes.map((code, i) => {
    const number = code >= 0 || missing === null ? code : levels.length + missing.of[i]
    if (number < 0 || all[number] === '') return -1
    if (code < 0) hasKinds = true
    if (first[number] < 0) first[number] = i
    return number
  })
  const encoder = new TextEncoder()
  const starts = new Uint32Array(all.length + 1)
  let bytes = new Uint8Array(1024)
  let length = 0
  let longest = 0
  for (let i = 0; i < all.length; i++) {
    if (first[i] >= 0) {
      const most = length + 3 * all[i].length
      if (most > bytes.length) {
        const larger = new Uint8Array(2 * most)
        larger.set(bytes)
        bytes = larger
      }
      const { written } = encoder.encodeInto(all[i], bytes.subarray(length))
      length += written
      longest = Math.max(longest, written)
    }
    starts[i + 1] = length
  }
  const hasZero = bytes.subarray(0, length).includes(0)
  return { bytes, starts, first, longest, hasZero, hasKinds, codes: numbers }
}
