/** From this share of incomplete records on a warning says how many there are. */
const MANY = 0.01

/**
 * Says how many records lack a key, and what a linkage makes of them.
 *
 * @param pairs - Number of records with an original and a masked record.
 * @param complete - Number of those that have all keys in both files.
 * @param isPartial - Whether records are compared on the keys that both have; else the others are not looked for.
 * @returns A sentence where they are more than 1 %; else none.
 */
export function incompleteWarning(pairs: number, complete: number, isPartial = false): string[] {
  const lacking = pairs - complete
  if (!(lacking > MANY * pairs)) return []
  return isPartial
    ? [
        `${lacking} of ${pairs} records lack a key: they are compared on the keys that both records have; an intruder also sees ` +
          'which cells are missing (risk/missing-pattern)',
      ]
    : [
        `${lacking} of ${pairs} records lack a key and are not looked for: the value is not that of the file but of the other ` +
          `${complete}; risk/dbrl compares the keys that both records have`,
      ]
}

/**
 * Values by which records with missing keys have an order: a missing one is the greatest.
 *
 * @param columns - Columns, NaN where missing.
 */
export function orderedWithMissing(columns: readonly Float64Array[]): Float64Array[] {
  return columns.map((column) => column.map((value) => (value === value ? value : Infinity)))
}
