import { textList, type TextList } from './text-list.js'

/** Texts numbered in order of appearance; found by a hash of their bytes, without strings. */
export interface LevelTable {
  readonly texts: TextList
  /** Number of bytes[from … to); −1 if they were not added. */
  find(bytes: Uint8Array, from: number, to: number): number
  /** Adds bytes[from … to), which `find` has just not found, and returns their number. */
  add(bytes: Uint8Array, from: number, to: number): number
}

/**
 * Returns an empty table of texts: open addressing, at most half full.
 *
 * @returns The table.
 */
export function levelTable(): LevelTable {
  const texts = textList()
  let slots = new Int32Array(16)
  let hashes = new Int32Array(16)
  let mask = 15
  let hash = 0
  let slot = 0

  function find(bytes: Uint8Array, from: number, to: number): number {
    hash = hashOf(bytes, from, to)
    for (slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const i = slots[slot] - 1
      if (hashes[slot] === hash && texts.is(i, bytes, from, to)) return i
    }
    return -1
  }

  function grow(): void {
    const before = slots
    const hashesBefore = hashes
    mask = 4 * before.length - 1
    slots = new Int32Array(mask + 1)
    hashes = new Int32Array(mask + 1)
    for (let i = 0; i < before.length; i++) {
      if (before[i] === 0) continue
      let at = hashesBefore[i] & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = before[i]
      hashes[at] = hashesBefore[i]
    }
  }

  return {
    texts,
    find,
    add(bytes, from, to) {
      texts.push(bytes, from, to)
      slots[slot] = texts.size
      hashes[slot] = hash
      if (2 * texts.size > mask) grow()
      return texts.size - 1
    },
  }
}

/** FNV-1a over the bytes, with its bits mixed so that the lowest depend on all. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12)
}
