import { numericValues, type MeasureInput, type Rng } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { percentOf } from '@sdc/stats/internal'
import { gather } from '@sdc/toolkit'
import { drawnRecords } from '../columns/attacked-sample.js'
import type { LinkDirection } from '../search/link.js'
import type { LinkageKeys } from '../columns/linkage-keys.js'
import { leastWindow } from './rank-swap-candidates.js'
import { linkedValues, pairsOfPersons, rightRows, someRecords, type RightRecords } from '../search/record-linkage.js'

/** Intruder's knowledge of the window; positions take precedence. */
export interface KnownWindow {
  readonly percent?: number | undefined
  readonly positions?: number | undefined
}

/**
 * Returns the records of one file whose record in the other is known and complete, and the right rows of that file for
 * each.
 *
 * @param linkage - Complete records of both files, and their pairs.
 * @param input - Input with persons: every record of the right person is right.
 * @param direction - File of the attacked records.
 * @returns Indices among the complete records, of either file.
 */
export function attackedRecords(
  { pairs, original }: LinkageKeys,
  input: Pick<MeasureInput<unknown>, 'original' | 'roles'>,
  direction: LinkDirection = 'original-to-masked',
): RightRecords {
  const { original: own, masked } = pairsOfPersons(pairs, input, original.rows)
  return direction === 'original-to-masked' ? rightRows(own, masked) : rightRows(masked, own)
}

/**
 * Selects the attacked records: all, or a random sample, see `drawnRecords`.
 *
 * @param all - The candidates for attack.
 * @param linkage - Linkage columns of both files.
 * @param rng - Random stream of the metric.
 * @param options - File of the attacked records, and their largest number with few columns: 100,000 by default.
 * @returns `all` itself if none is omitted.
 */
export function drawnAttacked(
  all: RightRecords,
  { original, masked }: LinkageKeys,
  rng: Rng,
  { direction = 'original-to-masked', above }: { readonly direction?: LinkDirection; readonly above?: number } = {},
): RightRecords {
  const [own, other] = direction === 'original-to-masked' ? [original, masked] : [masked, original]
  const values = (): Float64Array[] => linkedValues([own.keys, other.keys], all)
  const size = { candidates: other.rows.length, keys: own.keys.length }
  const drawn = drawnRecords(all.linked.length, values, size, rng, above)
  return drawn.length === all.linked.length ? all : someRecords(all, drawn)
}

export interface SwappedColumn {
  /** Values of the attacked records. */
  readonly known: Float64Array
  /** Values of the complete records of the other file. */
  readonly released: Float64Array
  /** All values of the other file, ascending. */
  readonly sorted: Float64Array
  /** Values of the pairs: in the file of the attacked records, and in the other. */
  readonly x: Float64Array
  readonly y: Float64Array
}

/**
 * Returns a linkage column in the form for rank swapping: by its values.
 *
 * @param input - Both files.
 * @param name - The column, numeric.
 * @param linkage - Complete records of both files, and their pairs.
 * @param attacked - Indices of the attacked ones among the complete records of their file.
 * @param direction - File of the attacked records.
 * @returns The column.
 */
export function swappedColumn(
  input: MeasureInput<unknown>,
  name: string,
  { original, masked, pairs }: LinkageKeys,
  attacked: Int32Array,
  direction: LinkDirection = 'original-to-masked',
): SwappedColumn {
  const ofOriginal = { all: numericValues(input.original, name), rows: original.rows, paired: pairs.original }
  const ofMasked = { all: numericValues(input.masked, name), rows: masked.rows, paired: pairs.masked }
  const [own, other] = direction === 'original-to-masked' ? [ofOriginal, ofMasked] : [ofMasked, ofOriginal]
  const [held] = gather([own.all], own.rows)
  const [released] = gather([other.all], other.rows)
  return {
    known: Float64Array.from(attacked, (at) => held[at]),
    released,
    sorted: sortedValues(other.all),
    x: Float64Array.from(own.paired, (at) => held[at]),
    y: Float64Array.from(other.paired, (at) => released[at]),
  }
}

/**
 * Returns the window of a column in positions; if none is known, the smallest that contains the values of the right
 * records.
 *
 * @param column - The column: its pairs give the smallest window if none is known.
 * @param known - Intruder's knowledge; `positions` takes precedence over `percent`.
 * @returns Whole positions, 0 if `percent` is less than one.
 */
export function windowOf({ x, y, sorted }: SwappedColumn, { positions, percent }: KnownWindow): number {
  if (positions !== undefined) return positions
  return percent === undefined ? leastWindow(x, y, sorted) : percentOf(percent, sorted.length)
}
