import { agree, combinationHash } from './combination-hash.js'

/**
 * Which records have the values of some others in some keys.
 *
 * @param keys - The keys, one or more columns of codes.
 * @param rows - The records that are asked for.
 * @param others - Lists of those they are compared with.
 * @param matched - One for each of `rows`: set to 1 where one of `others` agrees with it in every key; those that are 1 already are not asked
 * for.
 *
 * Cost: O(d) a record of either, by hashing `rows`.
 */
export function projectionMatches(
  keys: readonly Int32Array[],
  rows: readonly number[],
  others: readonly Int32Array[],
  matched: Uint8Array,
): void {
  // Open addressing: 1 + a place in `rows` that has the combination, at most half full.
  const capacity = 1 << (32 - Math.clz32(2 * rows.length))
  const slots = new Int32Array(capacity)
  const hit = new Uint8Array(capacity)
  const slotOf = (row: number): number => {
    let at = combinationHash(keys, row) & (capacity - 1)
    while (slots[at] !== 0 && !agree(keys, rows[slots[at] - 1], row)) at = (at + 1) & (capacity - 1)
    return at
  }
  for (let i = 0; i < rows.length; i++) {
    if (matched[i] === 1) continue
    const at = slotOf(rows[i])
    if (slots[at] === 0) slots[at] = i + 1
  }
  for (const list of others)
    for (const row of list) {
      const at = slotOf(row)
      if (slots[at] !== 0) hit[at] = 1
    }
  for (let i = 0; i < rows.length; i++) if (matched[i] === 0) matched[i] = hit[slotOf(rows[i])]
}
