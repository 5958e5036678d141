import type { Table } from '@sdc/core'
import { areCounts } from '../table/counts-only.js'
import { multiplesAround } from './multiples-around.js'
import type { Bounds } from './reader-intervals.js'

/** What is this close to the middle of two multiples, in parts of the base, is there: sums of decimals are off by their last bits. */
const TIE = 1e-9

/**
 * Every value at the nearest multiple of b; one in the middle of two at the one farther from 0. O(cells).
 *
 * @param table - Its values.
 * @param base - b.
 * @returns Multiples of b, each b/2 or less from its value.
 * @throws BAD_TABLE for a value too large to be told from its neighbours
 */
export function nearestRound(table: Pick<Table, 'values' | 'dimensions' | 'names'>, base: number): Float64Array {
  const { lower, rest } = multiplesAround(table, base)
  return lower.map((k, c) => {
    const isTie = Math.abs(rest[c] - 0.5) < TIE
    const isUp = isTie ? table.values[c] > 0 : rest[c] > 0.5
    // No −0: it would be written as such.
    return base * (isUp ? k + 1 : k) + 0
  })
}

/**
 * What a shown multiple says: the true value is from r − b/2 to r + b/2. A count is whole, and r + b/2 would have been
 * rounded up: it is from ⌈r − b/2⌉ to ⌈r + b/2⌉ − 1.
 *
 * @param table - Whether its values are counts.
 * @param shown - The multiples.
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
