import { agree, combinationHash } from './combination-hash.js'

/** The owners of a slot: none yet, or several. */
const NOBODY = -2
const SEVERAL = -1

/**
 * Which records have the values of some others in some keys, others of the same owner apart.
 *
 * @param keys - The keys, columns of codes; where there is none, all records are alike.
 * @param rows - The records that are asked for.
 * @param others - Those they are compared with.
 * @param owner - Record → whose it is, −1 of several.
 * @param matched - One for each of `rows`: set to 1 where one of `others` that is of somebody else agrees with it in every key; 1 stays 1.
 *
 * Cost: O(d) a record of either, by hashing the fewer of them.
 */
export function projectionMatches(
  keys: readonly Int32Array[],
  rows: Int32Array,
  others: Int32Array,
  owner: Int32Array,
  matched: Uint8Array,
): void {
  const fewer = rows.length <= others.length ? rows : others
  // Open addressing: 1 + a record that has the combination, at most half full.
  const capacity = 1 << (32 - Math.clz32(2 * fewer.length))
  const slots = new Int32Array(capacity)
  const ownerOf = new Int32Array(capacity).fill(NOBODY)
  const slotOf = (row: number): number => {
    let at = combinationHash(keys, row) & (capacity - 1)
    while (slots[at] !== 0 && !agree(keys, slots[at] - 1, row)) at = (at + 1) & (capacity - 1)
    return at
  }
  for (const row of fewer) slots[slotOf(row)] = row + 1
  for (const row of others) {
    const at = slotOf(row)
    ownerOf[at] = ownerOf[at] === NOBODY || ownerOf[at] === owner[row] ? owner[row] : SEVERAL
  }
  for (let i = 0; i < rows.length; i++) {
    if (matched[i] === 1) continue
    const other = ownerOf[slotOf(rows[i])]
    if (other !== NOBODY && (other === SEVERAL || other !== owner[rows[i]])) matched[i] = 1
  }
}
