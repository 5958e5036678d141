import type { Spread } from '@sdc/stats/internal'

/** Where a column's sum of squares loses more than this share with one record, that record decides what its standard deviation is. */
const DOMINATES = 0.99
/** In fewer records that is no rarity. */
const FEWEST = 10

/**
 * A sentence for each column of the original whose standard deviation is one record's doing.
 *
 * Measured in it all other differences are tiny beside those of other columns, so that the column hardly counts in a
 * distance of several: the linkage of an intruder who leaves that record out, or takes another unit, may find more.
 *
 * @param names the columns
 * @param spreads the spread of each
 */
export function dominatedColumns(names: readonly string[], spreads: readonly Spread[]): string[] {
  return names.flatMap((name, j) => {
    const { largestShare, count } = spreads[j]
    if (count < FEWEST || !(largestShare > DOMINATES)) return []
    // Cut off, not rounded: 100 % would say that the others are equal.
    const percent = Math.min(99.99, Math.floor(1e4 * largestShare) / 100)
    return [
      `column "${name}": one record alone makes up ${percent} % or more of its sum of squares, so that in standard deviations ` +
        'all others are nearly equal and the column hardly counts beside others: look whether the value is an error, and ' +
        'measure the column by itself',
    ]
  })
}
