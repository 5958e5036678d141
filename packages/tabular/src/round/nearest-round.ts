import type { Table } from '@sdc/core'
import { areCounts } from '../table/counts-only.js'
import { multiplesAround } from './multiples-around.js'
import type { Bounds } from './reader-intervals.js'

/**
 * Distance from the middle of two multiples, as a share of the base, that counts as a tie: decimals add up inexactly.
 */
const TIE = 1e-9

/**
 * Rounds every value to the nearest multiple of b; ties go away from 0. O(cells).
 *
 * @param table - Table of values.
 * @param base - b.
 * @returns Multiples of b, each b/2 or less from its value.
 * @throws BAD_TABLE if a value is too large to distinguish neighbouring multiples
 */
export function nearestRound(table: Pick<Table, 'values' | 'dimensions' | 'names'>, base: number): Float64Array {
  const { lower, rest } = multiplesAround(table, base)
  return lower.map((k, c) => {
    const isTie = Math.abs(rest[c] - 0.5) < TIE
    const isUp = isTie ? table.values[c] > 0 : rest[c] > 0.5
    // Adding 0 avoids −0 in the output.
    return base * (isUp ? k + 1 : k) + 0
  })
}

/**
 * Returns the bounds of the true value given a shown multiple: from r − b/2 to r + b/2. A count is whole, and r + b/2
 * would have been rounded up: it is from ⌈r − b/2⌉ to ⌈r + b/2⌉ − 1.
 *
 * @param table - Table; true counts or sums.
 * @param shown - The shown multiples.
 * @param base - b.
 * @returns The bounds of each cell.
 */
export function nearestBounds(table: Pick<Table, 'values' | 'counts'>, shown: Float64Array, base: number): Bounds {
  const whole = areCounts(table)
  return {
    low: shown.map((r) => (whole ? Math.ceil(r - base / 2) : r - base / 2)),
    high: shown.map((r) => (whole ? Math.ceil(r + base / 2) - 1 : r + base / 2)),
  }
}
