import { agree, combinationHash } from './combination-hash.js'

/** Marks of a slot without an owner, or with several. */
const NOBODY = -2
const SEVERAL = -1

/**
 * Finds the records that agree in some keys with one of the others that belongs to a different owner.
 *
 * @param keys - Keys, columns of codes; without keys all records are equal.
 * @param rows - Records to look up.
 * @param others - Records to compare with.
 * @param owner - Owner of each record, −1 for several.
 * @param matched - One number for each of `rows`: set to 1 if one of `others` of a different owner agrees with it in
 *   every key; 1 stays 1.
 *
 * Cost: O(d) per record of either, by hashing the fewer of them.
 */
export function projectionMatches(
  keys: readonly Int32Array[],
  rows: Int32Array,
  others: Int32Array,
  owner: Int32Array,
  matched: Uint8Array,
): void {
  const fewer = rows.length <= others.length ? rows : others
  // Open addressing: 1 + a record with the combination; at most half full.
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
