import { numericValues, type MeasureInput } from '@sdc/core'
import { percentOf, sortedValues } from '@sdc/stats'
import { gather } from '@sdc/toolkit'
import type { LinkageKeys } from './linkage-keys.js'
import { leastWindow } from './rank-swap-candidates.js'

/** What the intruder knows of the window; positions count if both are known. */
export interface KnownWindow {
  readonly percent?: number | undefined
  readonly positions?: number | undefined
}

/** Original records that are looked for. */
export interface AttackedRecords {
  /** Their places among the complete ones. */
  readonly attacked: Int32Array
  /** For each complete masked record which of them it comes from, by its number; −1 where it is none of them. */
  readonly owner: Int32Array
}

/** The original records whose masked record is known and complete, and which of them every masked record comes from. */
export function attackedRecords({ original, masked, pairs }: LinkageKeys): AttackedRecords {
  const attacked = Int32Array.from(new Set(pairs.original)).sort()
  const numberOf = new Int32Array(original.rows.length)
  attacked.forEach((at, r) => (numberOf[at] = r))
  const owner = new Int32Array(masked.rows.length).fill(-1)
  pairs.masked.forEach((at, r) => (owner[at] = numberOf[pairs.original[r]]))
  return { attacked, owner }
}

export interface SwappedColumn {
  /** The values of the attacked records. */
  readonly known: Float64Array
  /** The masked values of the complete records. */
  readonly released: Float64Array
  /** All masked values, ascending. */
  readonly sorted: Float64Array
  /** The values of the pairs. */
  readonly x: Float64Array
  readonly y: Float64Array
}

/** A key of the linkage as rank swapping sees it: by its values. */
export function swappedColumn(
  input: MeasureInput<unknown>,
  name: string,
  { original, masked, pairs }: LinkageKeys,
  attacked: Int32Array,
): SwappedColumn {
  const allY = numericValues(input.masked, name)
  const [complete] = gather([numericValues(input.original, name)], original.rows)
  const [released] = gather([allY], masked.rows)
  return {
    known: Float64Array.from(attacked, (at) => complete[at]),
    released,
    sorted: sortedValues(allY),
    x: Float64Array.from(pairs.original, (at) => complete[at]),
    y: Float64Array.from(pairs.masked, (at) => released[at]),
  }
}

/** The window of a column in positions; the least that holds its masked values where none is known. */
export function windowOf({ x, y, sorted }: SwappedColumn, { positions, percent }: KnownWindow): number {
  if (positions !== undefined) return positions
  return percent === undefined ? leastWindow(x, y, sorted) : percentOf(percent, sorted.length)
}
