/** Texts of some records, in few large strings instead of one small string each: about 8 bytes a text above its letters. */
export interface PackedText {
  readonly size: number
  /** Records must come in ascending order. */
  push(record: number, text: string): void
  /** The text of a record; undefined where none was pushed. Constant time for records in order, else a binary search. */
  get(record: number): string | undefined
  /** The record of the i-th text. */
  recordAt(i: number): number
}

const blockSize = 4096

export function packedText(): PackedText {
  const blocks: string[] = []
  // Joining also copies the texts out of the file they were cut from, which could not be freed otherwise.
  let pending: string[] = []
  let pendingLength = 0
  let records = new Int32Array(16)
  let ends = new Uint32Array(16)
  let size = 0
  let last = -1

  const textAt = (i: number): string => {
    const block = Math.floor(i / blockSize)
    if (block === blocks.length) return pending[i % blockSize]
    return blocks[block].slice(i % blockSize === 0 ? 0 : ends[i - 1], ends[i])
  }

  return {
    get size() {
      return size
    },
    push(record, text) {
      if (size === records.length) {
        records = grown(records, new Int32Array(2 * size))
        ends = grown(ends, new Uint32Array(2 * size))
      }
      pendingLength += text.length
      records[size] = record
      ends[size] = pendingLength
      pending.push(text)
      size++
      if (pending.length < blockSize) return
      blocks.push(pending.join(''))
      pending = []
      pendingLength = 0
    },
    get(record) {
      if (last + 1 < size && records[last + 1] === record) return textAt(++last)
      let low = 0
      let high = size - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (records[middle] < record) low = middle + 1
        else high = middle
      }
      if (low >= size || records[low] !== record) return undefined
      last = low
      return textAt(low)
    },
    recordAt: (i) => records[i],
  }
}

function grown<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** A copy that does not keep the longer text alive it was cut from: V8 cuts without copying from 13 letters on. */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
