/** Share of incomplete records from which a warning has their number. */
const MANY = 0.01

/**
 * Warns of incomplete records and their treatment in a linkage.
 *
 * @param pairs - Number of records with an original and a masked record.
 * @param complete - Number of those with all linkage columns in both files.
 * @param isPartial - True if records are compared on common columns; false if incomplete ones are not attacked.
 * @returns A sentence if they are more than 1 %; else none.
 */
export function incompleteWarning(pairs: number, complete: number, isPartial = false): string[] {
  const lacking = pairs - complete
  if (!(lacking > MANY * pairs)) return []
  return isPartial
    ? [
        `${lacking} of ${pairs} records have missing values; they are compared on the columns that both records have. An ` +
          'intruder also sees which cells are missing (risk/missing-pattern)',
      ]
    : [
        `${lacking} of ${pairs} records have missing values and are not attacked: the value describes only the other ` +
          `${complete}. risk/dbrl compares the columns that both records have`,
      ]
}

/**
 * Returns values that give records with missing values an order: a missing one is the greatest.
 *
 * @param columns - Columns, NaN if missing.
 */
export function orderedWithMissing(columns: readonly Float64Array[]): Float64Array[] {
  return columns.map((column) => column.map((value) => (value === value ? value : Infinity)))
}
