/**
 * Computes a hash of the codes of a record in some keys. Multiplications by odd numbers and shifts spread combinations
 * that differ in one key over a table.
 *
 * @param keys - Keys, columns of codes.
 * @param row - Record.
 * @returns A whole number of 32 bits.
 */
export function combinationHash(keys: readonly Int32Array[], row: number): number {
  let h = 0
  for (const key of keys) {
    h = Math.imul(h ^ key[row], 0x9e3779b1)
    h ^= h >>> 15
  }
  h = Math.imul(h, 0x2c1b3c6d)
  return h ^ (h >>> 13)
}

/**
 * Returns true if two records have the same codes in every key.
 *
 * @param keys - Keys, columns of codes.
 * @param a - One record.
 * @param b - The other.
 * @returns True if they agree.
 */
export function agree(keys: readonly Int32Array[], a: number, b: number): boolean {
  for (const key of keys) if (key[a] !== key[b]) return false
  return true
}
