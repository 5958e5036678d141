import { agree, combinationHash } from './combination-hash.js'

/**
 * Which records have the values of some others in some keys.
 *
 * @param keys - The keys, one or more columns of codes.
 * @param rows - The records that are asked for.
 * @param others - Those they are compared with.
 * @param matched - One for each of `rows`: set to 1 where one of `others` agrees with it in every key; 1 stays 1.
 *
 * Cost: O(d) a record of either, by hashing the fewer of them.
 */
export function projectionMatches(
  keys: readonly Int32Array[],
  rows: Int32Array,
  others: Int32Array,
  matched: Uint8Array,
): void {
  const fewer = rows.length <= others.length ? rows : others
  // Open addressing: 1 + a record that has the combination, at most half full.
  const capacity = 1 << (32 - Math.clz32(2 * fewer.length))
  const slots = new Int32Array(capacity)
  const slotOf = (row: number): number => {
    let at = combinationHash(keys, row) & (capacity - 1)
    while (slots[at] !== 0 && !agree(keys, slots[at] - 1, row)) at = (at + 1) & (capacity - 1)
    return at
  }
  for (const row of fewer) slots[slotOf(row)] = row + 1
  if (fewer === others) {
    for (let i = 0; i < rows.length; i++) if (matched[i] === 0 && slots[slotOf(rows[i])] !== 0) matched[i] = 1
    return
  }
  const hit = new Uint8Array(capacity)
  for (const row of others) hit[slotOf(row)] = 1
  for (let i = 0; i < rows.length; i++) if (matched[i] === 0 && hit[slotOf(rows[i])] === 1) matched[i] = 1
}
