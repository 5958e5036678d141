/** Linkage of equal keys of two files within one bucket. */
import { areSame, spreadOf } from './key-words.js'
import type { Side } from './linked-files.js'
import type { BucketKeys } from './split-keys.js'

/** Two records of one file that share a key; the second one is the first in its file to repeat a key. */
export interface SharedRecords {
  readonly side: Side
  readonly first: number
  readonly second: number
}

/** Linked records: those of the original, and those of the masked file. */
export interface Links {
  readonly originals: Uint32Array
  readonly masked: Uint32Array
  /** Set if a key occurs twice; the links are then not needed. */
  readonly shared?: SharedRecords
}

/**
 * Links the records of two files that have the same key, by a hash table with open addressing.
 *
 * @param bucket - Keys of both files.
 * @returns Their links in the order of the masked records; or the records of one file that share a key, those of the
 *   original first.
 */
export function linkKeys({ keys, originals }: BucketKeys): Links {
  const { records } = keys
  // A power of two, so that at most half of the table is used.
  let size = 2
  while (size < 2 * records.length) size *= 2
  const mask = size - 1
  // Index of a key plus one; zero for an empty place.
  const table = new Uint32Array(size)
  const links = { originals: new Uint32Array(records.length), masked: new Uint32Array(records.length) }
  let count = 0
  for (let k = 0; k < records.length; k++) {
    let slot = spreadOf(keys, k) & mask
    while (table[slot] !== 0 && !areSame(keys, table[slot] - 1, k)) slot = (slot + 1) & mask
    if (table[slot] !== 0) {
      const found = table[slot] - 1
      // The keys of the original come first: a second one of the same file is shared.
      if (found < originals !== k < originals) {
        links.originals[count] = records[found]
        links.masked[count++] = records[k]
      } else {
        const side = k < originals ? 'original' : 'masked'
        return { ...noLinks(), shared: { side, first: records[found], second: records[k] } }
      }
    }
    table[slot] = k + 1
  }
  return { originals: links.originals.subarray(0, count), masked: links.masked.subarray(0, count) }
}

const noLinks = (): Links => ({ originals: new Uint32Array(0), masked: new Uint32Array(0) })
