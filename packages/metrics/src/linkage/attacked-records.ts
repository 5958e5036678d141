import { numericValues, type MeasureInput, type Rng } from '@sdc/core'
import { percentOf, sortedValues } from '@sdc/stats'
import { gather } from '@sdc/toolkit'
import { drawnRecords } from './attacked-sample.js'
import type { LinkDirection } from './link.js'
import type { LinkageKeys } from './linkage-keys.js'
import { leastWindow } from './rank-swap-candidates.js'
import { linkedValues, rightRows, someRecords, type RightRecords } from './record-linkage.js'

/** What the intruder knows of the window; positions count if both are known. */
export interface KnownWindow {
  readonly percent?: number | undefined
  readonly positions?: number | undefined
}

/** The records of one file whose record in the other is known and complete, and the rows of that which are right for each. */
export function attackedRecords({ pairs }: LinkageKeys, direction: LinkDirection = 'original-to-masked'): RightRecords {
  return direction === 'original-to-masked'
    ? rightRows(pairs.original, pairs.masked)
    : rightRows(pairs.masked, pairs.original)
}

/** Those of them that are looked for: all, or a random sample, see `drawnRecords`. */
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

/** A key of the linkage as rank swapping sees it: by its values. */
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

/** The window of a column in positions; the least that holds the values of the right records where none is known. */
export function windowOf({ x, y, sorted }: SwappedColumn, { positions, percent }: KnownWindow): number {
  if (positions !== undefined) return positions
  return percent === undefined ? leastWindow(x, y, sorted) : percentOf(percent, sorted.length)
}
