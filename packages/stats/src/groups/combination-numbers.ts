import { agree, combinationHash } from './combination-hash.js'

/** Combinations of keys, numbered in the order of the rows they were taken from. */
export interface CombinationNumbers {
  /** Number of different combinations. */
  readonly count: number
  /** Returns the number of a row's combination, for any row of these keys; −1 if no numbered row has it. */
  numberOf(row: number): number
}

/**
 * Numbers the combinations of keys of some rows, by open addressing: for few rows of many columns of codes, where a
 * table of all combinations would be larger than the rows.
 *
 * @param keys - Columns of codes; without any, every row has the same combination.
 * @param rows - Rows whose combinations are numbered from 0 up.
 * @returns The numbers.
 *
 * Cost: O(rows · keys), and O(keys) per look-up.
 */
export function combinationNumbers(keys: readonly Int32Array[], rows: Int32Array): CombinationNumbers {
  const capacity = 1 << (32 - Math.clz32(2 * rows.length))
  // 1 + a row with the combination; at most half full.
  const table = new Int32Array(capacity)
  const numbers = new Int32Array(capacity)
  const placeOf = (row: number): number => {
    let at = combinationHash(keys, row) & (capacity - 1)
    while (table[at] !== 0 && !agree(keys, table[at] - 1, row)) at = (at + 1) & (capacity - 1)
    return at
  }
  let count = 0
  for (const row of rows) {
    const at = placeOf(row)
    if (table[at] !== 0) continue
    table[at] = row + 1
    numbers[at] = count++
  }
  return {
    count,
    numberOf(row) {
      const at = placeOf(row)
      return table[at] === 0 ? -1 : numbers[at]
    },
  }
}
