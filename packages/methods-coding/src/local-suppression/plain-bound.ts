/**
 * Returns a lower bound on the number of records that lose a key, for any suppression.
 *
 * Every record that loses keys adds at most `most` to the number of matches of another record. With t such records, all
 * gaps above t·most remain, except their own: so there are at most t of these.
 *
 * @param gaps - Number of matches that each unsafe record lacks.
 * @param most - Largest number that one record can add.
 * @returns The least number of records that lose a key.
 */
export function fewestRecords(gaps: Float64Array, most: number): number {
  const sorted = gaps.slice().sort().reverse()
  let t = 0
  while (t < sorted.length && sorted[t] > t * most + 1e-9) t++
  return t
}
