import type { Spread } from '@sdc/stats/internal'

/** Share of a column's sum of squares above which a single record determines the standard deviation. */
const DOMINATES = 0.99
/** Smallest number of records for a warning: in fewer, such a record is not rare. */
const FEWEST = 10

/**
 * Returns a warning for each column of the original with a standard deviation dominated by one record.
 *
 * Measured in it, all other differences are tiny compared with those of other columns, so the column hardly counts in a
 * distance of several. An intruder who omits that record, or uses another unit, may find more.
 *
 * @param names - The columns.
 * @param spreads - Spread of each.
 * @returns The warnings.
 */
export function dominatedColumns(names: readonly string[], spreads: readonly Spread[]): string[] {
  return names.flatMap((name, j) => {
    const { largestShare, count } = spreads[j]
    if (count < FEWEST || !(largestShare > DOMINATES)) return []
    // Truncated, not rounded: 100 % would mean that the others are equal.
    const percent = Math.min(99.99, Math.floor(1e4 * largestShare) / 100)
    return [
      `column "${name}": one record contributes ${percent} % or more of its sum of squares, so the other records ` +
        'hardly differ in standard deviations. Check that value for an error, and measure the column separately',
    ]
  })
}
