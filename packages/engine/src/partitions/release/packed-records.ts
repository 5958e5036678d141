/** Records as bytes that can be moved: their numbers in the new order, and their cells or texts. */
import type { RecordTexts, TextRun, FileSource } from '@sdc/core'

/** Cells of one column. */
export type Cells = Float64Array | Int32Array

/** An array for the cells of a column. */
export function emptyCells(source: FileSource, name: string, rows: number): Cells {
  return source.kind(name) === 'numeric' ? new Float64Array(rows) : new Int32Array(rows)
}

/** Packed records of a partition. */
export interface PackedRecords {
  /** Their numbers in the new order. */
  readonly numbers: Float64Array
  /** Returns some of them as bytes, a multiple of eight. */
  pack(rows: Uint32Array): Uint8Array
}

const wholes = (bytes: number): number => Math.ceil(bytes / 8) * 8

/**
 * Packs records by their columns.
 *
 * @param numbers - Their numbers in the new order.
 * @param cells - Their columns.
 * @returns A packer; it writes the numbers, then the columns of eight bytes, then those of four.
 */
export function heldCells(numbers: Float64Array, cells: readonly Cells[]): PackedRecords {
  return {
    numbers,
    pack(rows) {
      const bytes = new Uint8Array(bytesOfCells(cells, rows.length))
      let at = putTaken(bytes, 0, numbers, rows)
      for (const column of inWidths(cells)) at = putTaken(bytes, at, column, rows)
      return bytes
    },
  }
}

const inWidths = <T extends { readonly BYTES_PER_ELEMENT: number }>(columns: readonly T[]): readonly T[] => [
  ...columns.filter((one) => one.BYTES_PER_ELEMENT === 8),
  ...columns.filter((one) => one.BYTES_PER_ELEMENT === 4),
]

function bytesOfCells(columns: readonly { readonly BYTES_PER_ELEMENT: number }[], rows: number): number {
  return wholes(columns.reduce((sum, { BYTES_PER_ELEMENT: width }) => sum + width * rows, 8 * rows))
}

function putTaken(bytes: Uint8Array, at: number, from: Cells, rows: Uint32Array): number {
  const to =
    from instanceof Float64Array
      ? new Float64Array(bytes.buffer, at, rows.length)
      : new Int32Array(bytes.buffer, at, rows.length)
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]]
  return at + to.byteLength
}

/**
 * Unpacks records of `heldCells`.
 *
 * @param bytes - The packed records, at a multiple of eight bytes.
 * @param rows - Number of records.
 * @param cells - An array of each column, for its kind.
 * @returns Their numbers, and their columns in the given order; views of the bytes.
 */
export function unpackedCells(
  bytes: Uint8Array,
  rows: number,
  cells: readonly Cells[],
): { readonly numbers: Float64Array; readonly cells: readonly Cells[] } {
  let at = bytes.byteOffset
  const view = (like: Cells): Cells => {
    const own =
      like instanceof Float64Array ? new Float64Array(bytes.buffer, at, rows) : new Int32Array(bytes.buffer, at, rows)
    at += own.byteLength
    return own
  }
  const numbers = view(new Float64Array(0)) as Float64Array
  const found = new Map(inWidths(cells).map((like) => [like, view(like)]))
  return { numbers, cells: cells.map((like) => found.get(like) as Cells) }
}

/**
 * Packs records by their texts.
 *
 * @param numbers - Their numbers in the new order.
 * @param blocks - Their texts, block by block.
 * @returns A packer; it writes the numbers, the lengths, then the texts.
 */
export function heldTexts(numbers: Float64Array, blocks: readonly RecordTexts[]): PackedRecords {
  const firsts: number[] = []
  let count = 0
  for (const { ends } of blocks) {
    firsts.push(count)
    count += ends.length
  }
  const placeOf = (row: number): { readonly bytes: Uint8Array; readonly from: number; readonly to: number } => {
    let b = firsts.length - 1
    while (firsts[b] > row) b--
    const { bytes, ends } = blocks[b]
    const own = row - firsts[b]
    return { bytes, from: own === 0 ? 0 : ends[own - 1], to: ends[own] }
  }
  return {
    numbers,
    pack(rows) {
      let length = 0
      for (const row of rows) {
        const { from, to } = placeOf(row)
        length += to - from
      }
      const texts = wholes(12 * rows.length)
      const bytes = new Uint8Array(texts + wholes(length))
      putTaken(bytes, 0, numbers, rows)
      const lengths = new Uint32Array(bytes.buffer, 8 * rows.length, rows.length)
      let at = texts
      for (let i = 0; i < rows.length; i++) {
        const { bytes: own, from, to } = placeOf(rows[i])
        bytes.set(own.subarray(from, to), at)
        at += to - from
        lengths[i] = to - from
      }
      return bytes
    },
  }
}

/** Records with the positions of their texts. */
export interface UnpackedTexts {
  readonly numbers: Float64Array
  readonly texts: Uint8Array
  readonly lengths: Uint32Array
}

/**
 * Unpacks records of `heldTexts`.
 *
 * @param bytes - The packed records, at a multiple of eight bytes.
 * @param rows - Number of records.
 * @returns Their numbers, lengths and texts; views of the bytes.
 */
export function unpackedTexts(bytes: Uint8Array, rows: number): UnpackedTexts {
  const at = bytes.byteOffset
  return {
    numbers: new Float64Array(bytes.buffer, at, rows),
    lengths: new Uint32Array(bytes.buffer, at + 8 * rows, rows),
    texts: bytes.subarray(wholes(12 * rows)),
  }
}

/**
 * Sorts texts.
 *
 * @param pieces - The texts.
 * @param order - Numbers of the records, counted through the pieces.
 * @returns The texts in that order.
 */
export function textsInOrder(pieces: readonly UnpackedTexts[], order: Uint32Array): TextRun {
  const count = pieces.reduce((sum, { lengths }) => sum + lengths.length, 0)
  const piece = new Uint32Array(count)
  const from = new Float64Array(count)
  const length = new Uint32Array(count)
  let row = 0
  for (const [p, { lengths }] of pieces.entries()) {
    let at = 0
    for (const own of lengths) {
      piece[row] = p
      from[row] = at
      length[row++] = own
      at += own
    }
  }
  const ends = new Uint32Array(order.length)
  let size = 0
  for (const one of order) size += length[one]
  const bytes = new Uint8Array(size)
  let at = 0
  for (let i = 0; i < order.length; i++) {
    const one = order[i]
    bytes.set(pieces[piece[one]].texts.subarray(from[one], from[one] + length[one]), at)
    at += length[one]
    ends[i] = at
  }
  return { bytes, ends }
}
