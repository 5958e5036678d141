/** From this share of records on that are not looked for, a warning says so. */
const MANY = 0.01

/**
 * Says how many records a linkage of complete records does not look for.
 *
 * @param pairs - Number of records with an original and a masked record.
 * @param complete - Number of those that have all keys in both files.
 * @returns A sentence where they are more than 1 %; else none.
 */
export function incompleteWarning(pairs: number, complete: number): string[] {
  const lacking = pairs - complete
  if (!(lacking > MANY * pairs)) return []
  return [
    `${lacking} of ${pairs} records lack a key and are not looked for: the value is that of the other ${complete}; an intruder ` +
      'compares the keys that both files have, and which cells are missing (risk/missing-pattern)',
  ]
}
