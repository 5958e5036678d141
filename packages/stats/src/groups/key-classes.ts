import { mixedKey } from './frequency.js'
import type { RecordGroups } from './record-groups.js'

/**
 * Computes the equivalence classes of some keys: records are in one class if they agree in every key; a missing value
 * (−1) is a value like any other. Classes are numbered in the order of their first records.
 *
 * @param codes - d columns of n codes from −1 up, with any number of levels.
 * @throws RangeError as `mixedKey`: no column, columns that differ in length, a code below −1.
 *
 * Cost: O(n) per column, and one pass.
 */
export function keyClasses(codes: readonly Int32Array[]): RecordGroups {
  const { key, size } = mixedKey(codes)
  const numberOf = new Int32Array(size).fill(-1)
  const ids = new Int32Array(key.length)
  const firsts = new Int32Array(Math.min(size, key.length))
  let used = 0
  for (let i = 0; i < key.length; i++) {
    let id = numberOf[key[i]]
    if (id < 0) {
      id = numberOf[key[i]] = used++
      firsts[id] = i
    }
    ids[i] = id
  }
  const sizes = new Int32Array(used)
  for (let i = 0; i < ids.length; i++) sizes[ids[i]]++
  return { ids, sizes, firsts: firsts.slice(0, used) }
}
