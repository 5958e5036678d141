import { numericValues, type MeasureInput, type Rng } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { percentOf } from '@sdc/stats/internal'
import { gather } from '@sdc/toolkit'
import { drawnRecords } from './attacked-sample.js'
import type { LinkDirection } from './link.js'
import type { LinkageKeys } from './linkage-keys.js'
import { leastWindow } from './rank-swap-candidates.js'
import { linkedValues, pairsOfPersons, rightRows, someRecords, type RightRecords } from './record-linkage.js'

/** What the intruder knows of the window; positions count if both are known. */
export interface KnownWindow {
  readonly percent?: number | undefined
  readonly positions?: number | undefined
}

/**
 * The records of one file whose record in the other is known and complete, and the rows of that which are right for each.
 *
 * @param linkage - The complete records of both files, and their pairs.
 * @param input - Says whose the records of the original are: every record of the right person is a right one.
 * @param direction - Whose record is looked for.
 * @returns Places among the complete records, of either file.
 */
export function attackedRecords(
  { pairs, original }: LinkageKeys,
  input: Pick<MeasureInput<unknown>, 'original' | 'roles'>,
  direction: LinkDirection = 'original-to-masked',
): RightRecords {
  const { original: own, masked } = pairsOfPersons(pairs, original.rows, input)
  return direction === 'original-to-masked' ? rightRows(own, masked) : rightRows(masked, own)
}

/**
 * Those of them that are looked for: all, or a random sample, see `drawnRecords`.
 *
 * @param all - The attacked records.
 * @param linkage - The keys of both files.
 * @param rng - The metric's own.
 * @param options - Whose record is looked for, and how many of them at most where the keys are few: 100,000 unless said.
 * @returns `all` itself where none is left out.
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
  /** The values of the attacked records. */
  readonly known: Float64Array
  /** The values of the complete records of the other file. */
  readonly released: Float64Array
  /** All values of the other file, ascending. */
  readonly sorted: Float64Array
  /** The values of the pairs: in the file of the attacked records, and in the other. */
  readonly x: Float64Array
  readonly y: Float64Array
}

/**
 * A key of the linkage as rank swapping sees it: by its values.
 *
 * @param input - Both files.
 * @param name - The key, a numeric column.
 * @param linkage - The complete records of both files, and their pairs.
 * @param attacked - Places of those looked for among the complete records of their file.
 * @param direction - Whose record is looked for.
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
 * The window of a column in positions; the least that holds the values of the right records where none is known.
 *
 * @param column - The column: where no window is known, its pairs say which is the least.
 * @param known - What the intruder knows; `positions` goes before `percent`.
 * @returns Whole positions, 0 where `percent` is less than one.
 */
export function windowOf({ x, y, sorted }: SwappedColumn, { positions, percent }: KnownWindow): number {
  if (positions !== undefined) return positions
  return percent === undefined ? leastWindow(x, y, sorted) : percentOf(percent, sorted.length)
}
