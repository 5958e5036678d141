/**
 * A bound that holds whatever is made missing: so many records lose a key at the least.
 *
 * Every record that loses keys adds `most` at the most to what another matches. With t such records all gaps above t·most
 * are left, but for their own: so there are no more than t of these.
 *
 * @param gaps - By unsafe record how many matches it lacks.
 * @param most - What one record can add.
 * @returns The least number of records that lose a key.
 */
export function fewestRecords(gaps: Float64Array, most: number): number {
  const sorted = gaps.slice().sort().reverse()
  let t = 0
  while (t < sorted.length && sorted[t] > t * most + 1e-9) t++
  return t
}
