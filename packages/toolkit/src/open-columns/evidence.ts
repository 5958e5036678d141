/** Number of successes, and its expectation by chance. */
export interface Evidence {
  /** Number of successful records among the tried ones. */
  readonly hits: number
  readonly tried: number
  /** Expectation and standard deviation of the hits if the columns are unrelated. */
  readonly expected: number
  readonly deviation: number
}

/**
 * Returns hits beyond chance, as a share of the other records: 0 at chance, 1 if all records are hits.
 *
 * It is 0 as well if the hits exceed the expected ones by less than five records plus five standard deviations. In a
 * search over some thousand pairs of columns, unrelated columns exceed five standard deviations in one of a thousand
 * files. The limit of five records excludes results from very few records.
 *
 * @param evidence - Hits, and their expectation by chance.
 * @returns A share from 0 to 1.
 */
export function beyondChance({ hits, tried, expected, deviation }: Evidence): number {
  if (tried <= expected || hits - expected < 5 + 5 * deviation) return 0
  return (hits - expected) / (tried - expected)
}
