/** How often something held, and how often it would by chance. */
export interface Evidence {
  /** The records in which it held, of those it was tried in. */
  readonly hits: number
  readonly tried: number
  /** The hits to be expected where the columns have nothing to do with each other, and their standard deviation. */
  readonly expected: number
  readonly deviation: number
}

/**
 * Hits beyond chance, as a share of those that chance leaves: 0 at chance, 1 where it always holds.
 *
 * 0 too where the hits exceed the expected ones by no more than five records and five standard deviations: in a search
 * over some thousand pairs of columns the latter happens to unrelated ones in one of a thousand files, and the former
 * keeps a handful of records from saying anything.
 * @param evidence - hits and what chance gives
 * @returns a share from 0 to 1.
 */
export function beyondChance({ hits, tried, expected, deviation }: Evidence): number {
  if (tried <= expected || hits - expected < 5 + 5 * deviation) return 0
  return (hits - expected) / (tried - expected)
}
