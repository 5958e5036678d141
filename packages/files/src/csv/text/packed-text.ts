import { textList } from './text-list.js'

/** Texts of some records, as bytes in few large blocks: about 14 bytes per text besides its letters. */
export interface PackedText {
  readonly size: number
  /** Text of a record; undefined if none was pushed. */
  get(record: number): string | undefined
  /** Index of the text of a record, −1 if none was pushed. Constant time for records in order, else a binary search. */
  indexOf(record: number): number
  /** Record of the i-th text. */
  recordAt(i: number): number
  /** Block, start and length of the i-th text in UTF-8. */
  block(i: number): Uint8Array
  from(i: number): number
  length(i: number): number
}

/** Packed texts under construction; records must be in ascending order. */
export interface PackedTextBuilder extends PackedText {
  push(record: number, text: string): void
  pushBytes(record: number, bytes: Uint8Array, from: number, to: number): void
}

/**
 * Returns an empty builder of packed texts.
 *
 * @returns The builder.
 */
export function packedText(): PackedTextBuilder {
  const texts = textList()
  let records = new Int32Array(4)
  let last = -1

  function indexOf(record: number): number {
    const { size } = texts
    if (last + 1 < size && records[last + 1] === record) return ++last
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (records[middle] < record) low = middle + 1
      else high = middle
    }
    if (low >= size || records[low] !== record) return -1
    last = low
    return low
  }

  function pushBytes(record: number, bytes: Uint8Array, from: number, to: number): void {
    const { size } = texts
    if (size === records.length) {
      const more = new Int32Array(2 * size)
      more.set(records)
      records = more
    }
    records[size] = record
    texts.push(bytes, from, to)
  }

  return {
    get size() {
      return texts.size
    },
    push(record, text) {
      const bytes = encoder.encode(text)
      pushBytes(record, bytes, 0, bytes.length)
    },
    pushBytes,
    get(record) {
      const i = indexOf(record)
      if (i < 0) return undefined
      const from = texts.from(i)
      return decoder.decode(texts.block(i).subarray(from, from + texts.length(i)))
    },
    indexOf,
    recordAt: (i) => records[i],
    block: texts.block,
    from: texts.from,
    length: texts.length,
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
