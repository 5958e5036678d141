import { powerOfTwo } from '../mathematics/index.js'

/** Keys of records as small whole numbers: two records have the same number if they agree in every key. */
export interface MixedKey {
  readonly key: Int32Array
  /** Upper limit of the numbers; not all of them need occur. */
  readonly size: number
}

/** Largest direct table of counts, in cells (or four per record): it stays in the cache, or near it. */
const SMALL_TABLE = 1 << 20

/**
 * Computes mixed-radix keys: key_i = ((c_i1 + 1)·L_2 + c_i2 + 1)·L_3 + …, with L_j − 1 levels in column j.
 *
 * codes: columns of n codes from −1 (missing, a level of its own) up. If the product of the levels exceeds the table,
 * the combinations that occur are renumbered. So any number of columns with any number of levels is allowed. Throws
 * RangeError if there is no column, if columns differ in length, or for a code below −1. Cost: O(n) per column.
 */
export function mixedKey(codes: readonly Int32Array[]): MixedKey {
  if (codes.length === 0) throw new RangeError('a key needs a column')
  const n = codes[0].length
  const limit = Math.max(SMALL_TABLE, 4 * n)
  let key = new Int32Array(n)
  let size = 1
  codes.forEach((column, j) => {
    if (column.length !== n) throw new RangeError(`column ${j} has ${column.length} rows, column 0 has ${n}`)
    const levels = levelsOf(column, j)
    if (size * levels > limit) ({ key, size } = renumbered(key, size))
    if (size * levels > limit) {
      ;({ key, size } = paired(key, column, levels))
      return
    }
    for (let i = 0; i < n; i++) key[i] = key[i] * levels + column[i] + 1
    size *= levels
  })
  return { key, size }
}

/**
 * Computes f_i, the number of records with the key of record i, including itself: the size of its equivalence class.
 *
 * codes: as for {@link mixedKey}, with the same errors. Cost: O(n) per column, and two passes after it.
 */
export function frequencyCounts(codes: readonly Int32Array[]): Int32Array {
  const { key, size } = mixedKey(codes)
  const counts = new Int32Array(size)
  for (let i = 0; i < key.length; i++) counts[key[i]]++
  const frequency = new Int32Array(key.length)
  for (let i = 0; i < key.length; i++) frequency[i] = counts[key[i]]
  return frequency
}

/** Returns the number of levels of a column, including the missing one. */
function levelsOf(column: Int32Array, j: number): number {
  let least = -1
  let greatest = -1
  for (let i = 0; i < column.length; i++) {
    if (column[i] > greatest) greatest = column[i]
    if (column[i] < least) least = column[i]
  }
  if (least < -1) throw new RangeError(`column ${j} has the code ${least}; −1 is a missing value, others count from 0`)
  return greatest + 2
}

/** Renumbers the numbers that occur, in the order of their first record. */
function renumbered(key: Int32Array, size: number): { key: Int32Array<ArrayBuffer>; size: number } {
  const numberOf = new Int32Array(size).fill(-1)
  const dense = new Int32Array(key.length)
  let used = 0
  for (let i = 0; i < key.length; i++) {
    if (numberOf[key[i]] < 0) numberOf[key[i]] = used++
    dense[i] = numberOf[key[i]]
  }
  return { key: dense, size: used }
}

/** Numbers pairs of a number and a code in the order of their first record, by open addressing. */
function paired(key: Int32Array, column: Int32Array, levels: number): { key: Int32Array<ArrayBuffer>; size: number } {
  const capacity = powerOfTwo(32 - Math.clz32(2 * key.length))
  // Numbers are below n and levels below 2³¹, so that a pair is exact in a double.
  const pairs = new Float64Array(capacity).fill(-1)
  const numbers = new Int32Array(capacity)
  const dense = new Int32Array(key.length)
  let used = 0
  for (let i = 0; i < key.length; i++) {
    const pair = key[i] * levels + column[i] + 1
    let slot = mix(key[i], column[i]) & (capacity - 1)
    while (pairs[slot] !== pair && pairs[slot] >= 0) slot = (slot + 1) & (capacity - 1)
    if (pairs[slot] < 0) {
      pairs[slot] = pair
      numbers[slot] = used++
    }
    dense[i] = numbers[slot]
  }
  return { key: dense, size: used }
}

/** Spreads neighbouring pairs over the table: multiplications by odd numbers and shifts. */
function mix(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
