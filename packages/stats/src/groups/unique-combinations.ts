import { powerOfTwo } from '../mathematics/index.js'
import { keyClasses } from './key-classes.js'

/** Key column: n codes from −1 (missing, a value like any other) up, below `levels`. */
export interface CodedKey {
  readonly codes: Int32Array
  readonly levels: number
}

/** Maximum number of cells per record for a table of all possible combinations. */
const CELLS_A_RECORD = 16

/**
 * Returns the number of records with a unique combination of codes in all of some keys.
 *
 * Each combination is a number of mixed radix. A table of all combinations records for each whether it occurred once or
 * more often. If there are too many, the table has only those that occur (open addressing).
 *
 * @param keys - One or more columns of equal length.
 * @returns The number of classes of size 1 in `keyClasses`.
 * @throws RangeError if there is no key.
 *
 * Cost: O(n) per key.
 */
export function uniqueCombinations(keys: readonly CodedKey[]): number {
  if (keys.length === 0) throw new RangeError('a combination needs a key')
  const n = keys[0].codes.length
  const cells = keys.reduce((product, { levels }) => product * (levels + 1), 1)
  if (cells <= CELLS_A_RECORD * n) return inTable(keys, n, cells)
  if (cells <= Number.MAX_SAFE_INTEGER) return byHash(keys, n)
  return keyClasses(keys.map(({ codes }) => codes)).sizes.reduce((sum, size) => sum + Number(size === 1), 0)
}

/** Records are processed in pieces, since they are read one key after the other. */
const PIECE = 4096

/** Calls `count` with the numbers of the combinations, piece by piece. */
function combine(keys: readonly CodedKey[], n: number, count: (numbers: Float64Array, size: number) => void): void {
  const numbers = new Float64Array(PIECE)
  for (let from = 0; from < n; from += PIECE) {
    const size = Math.min(PIECE, n - from)
    numbers.fill(0)
    for (const { codes, levels } of keys)
      for (let at = 0; at < size; at++) numbers[at] = numbers[at] * (levels + 1) + codes[from + at] + 1
    count(numbers, size)
  }
}

function inTable(keys: readonly CodedKey[], n: number, cells: number): number {
  // 0 for never, 1 for once, 2 for more often.
  const seen = new Uint8Array(cells)
  let unique = 0
  combine(keys, n, (numbers, size) => {
    for (let at = 0; at < size; at++) {
      const times = seen[numbers[at]]
      if (times === 2) continue
      seen[numbers[at]] = times + 1
      unique += times === 0 ? 1 : -1
    }
  })
  return unique
}

function byHash(keys: readonly CodedKey[], n: number): number {
  const mask = powerOfTwo(32 - Math.clz32(2 * n)) - 1
  // 1 + the number, negative if it occurred more than once; 0 for an empty slot.
  const slots = new Float64Array(mask + 1)
  let unique = 0
  combine(keys, n, (numbers, size) => {
    for (let at = 0; at < size; at++) {
      const one = numbers[at] + 1
      let slot = slotOf(one) & mask
      while (slots[slot] !== 0 && slots[slot] !== one && slots[slot] !== -one) slot = (slot + 1) & mask
      if (slots[slot] === 0) {
        slots[slot] = one
        unique++
      } else if (slots[slot] === one) {
        slots[slot] = -one
        unique--
      }
    }
  })
  return unique
}

/** Spreads neighbouring numbers over the table: multiplications by odd numbers and shifts. */
function slotOf(number: number): number {
  const high = Math.floor(number * 2 ** -32)
  let h = Math.imul(number | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
