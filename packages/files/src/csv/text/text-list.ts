const FIRST_BLOCK = 256
const LARGEST_BLOCK = 1 << 22

/** Texts in UTF-8, one after the other in blocks that are never copied: 10 bytes per text besides its own. */
export interface TextList {
  readonly size: number
  /** Appends bytes[from … to). */
  push(bytes: Uint8Array, from: number, to: number): void
  /** True if the i-th text is bytes[from … to). */
  is(i: number, bytes: Uint8Array, from: number, to: number): boolean
  /** Block, start and length of the i-th text. */
  block(i: number): Uint8Array
  from(i: number): number
  length(i: number): number
}

/**
 * Returns an empty list of texts.
 *
 * @returns The list, to push to.
 */
export function textList(): TextList {
  const blocks: Uint8Array[] = []
  let last = new Uint8Array(0)
  let filled = 0
  let blockOf = new Uint16Array(4)
  let froms = new Int32Array(4)
  let lengths = new Int32Array(4)
  let size = 0

  function grow(): void {
    blockOf = copied(blockOf, new Uint16Array(2 * size))
    froms = copied(froms, new Int32Array(2 * size))
    lengths = copied(lengths, new Int32Array(2 * size))
  }

  function room(length: number): void {
    const larger = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, 4 * last.length))
    last = new Uint8Array(Math.max(larger, length))
    blocks.push(last)
    filled = 0
  }

  return {
    get size() {
      return size
    },
    push(bytes, from, to) {
      const length = to - from
      if (size === froms.length) grow()
      if (filled + length > last.length || blocks.length === 0) room(length)
      if (length > 32) last.set(bytes.subarray(from, to), filled)
      else for (let i = 0; i < length; i++) last[filled + i] = bytes[from + i]
      blockOf[size] = blocks.length - 1
      froms[size] = filled
      lengths[size] = length
      filled += length
      size++
    },
    is(i, bytes, from, to) {
      const length = to - from
      if (lengths[i] !== length) return false
      const block = blocks[blockOf[i]]
      const at = froms[i]
      for (let k = 0; k < length; k++) if (block[at + k] !== bytes[from + k]) return false
      return true
    },
    block: (i) => blocks[blockOf[i]],
    from: (i) => froms[i],
    length: (i) => lengths[i],
  }
}

function copied<T extends Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
