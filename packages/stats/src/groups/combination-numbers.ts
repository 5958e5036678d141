import { agree, combinationHash } from './combination-hash.js'

/** Combinations of keys, numbered in the order of the rows they were taken from. */
export interface CombinationNumbers {
  /** Number of different combinations. */
  readonly count: number
  /** The number of a row's combination, of any row that has the keys; −1 where none of those taken has it. */
  numberOf(row: number): number
}

/**
 * Numbers the combinations of keys that some rows have, by open addressing: for few rows of many columns of codes, where
 * a table over all combinations would be larger than the rows.
 *
 * @param keys - Columns of codes; without any, every row has the same combination.
 * @param rows - Those whose combinations are numbered from 0 up.
 *
 * Cost: O(rows · keys), and O(keys) a look-up.
 */
export function combinationNumbers(keys: readonly Int32Array[], rows: Int32Array): CombinationNumbers {
  const capacity = 1 << (32 - Math.clz32(2 * rows.length))
  // 1 + a row that has the combination, at most half full.
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
