import { countBelow, countUpTo, sortOrder } from '@sdc/stats'
import type { ValueIntervals } from '../linkage/rank-swap-candidates.js'

/** A column that an intruder knows bounds of. */
export interface BoundedColumn {
  /** The m released values, NaN where missing: a missing one may have been any. */
  readonly released: Float64Array
  /** What each of n known values may have become; empty (least > most) where none is known. */
  readonly intervals: ValueIntervals
}

/** A column that was recoded: its classes are known, and which of them hold a known value. */
export interface ClassColumn {
  /** The class of each of the m released records. */
  readonly codes: Int32Array
  /** 1 for each class that holds the value of a known record, or may. */
  fits(record: number): Uint8Array
}

/** What bounds leave of each known record. */
export interface BoundedCandidates {
  /** How many released records are within the bounds in every column. */
  readonly count: Float64Array
  /** The last of them, −1 where there is none. */
  readonly last: Int32Array
}

/**
 * The released records that each known one may have become: those that are within its interval in every column.
 *
 * Of each record the column whose interval holds the fewest values is listed and filtered by the others. Cost: O(nm) at worst.
 *
 * @param columns - d columns, at least one, and those that were recoded.
 * @param n - How many records are known.
 * @param tick - Gets the share of the records done.
 */
export function boundedCandidates(
  { columns, classes = [] }: { readonly columns: readonly BoundedColumn[]; readonly classes?: readonly ClassColumn[] },
  n: number,
  tick: (fraction: number) => void,
): BoundedCandidates {
  const m = columns[0].released.length
  const everyRow = Uint32Array.from({ length: m }, (_, row) => row)
  const inOrder = columns.map((column) => {
    const order = sortOrder(column.released)
    return {
      column,
      order,
      sorted: Float64Array.from(order, (row) => column.released[row]),
      missing: everyRow.filter((row) => column.released[row] !== column.released[row]),
    }
  })
  const count = new Float64Array(n)
  const last = new Int32Array(n).fill(-1)
  for (let r = 0; r < n; r++) {
    if ((r & 127) === 0) tick(r / n)
    const known = inOrder.filter(({ column: { intervals } }) => intervals.least[r] <= intervals.most[r])
    let lists: readonly Uint32Array[] = [everyRow]
    let fewest = m
    for (const { column, order, sorted, missing } of known) {
      const low = countBelow(sorted, column.intervals.least[r])
      const end = Math.max(low, countUpTo(sorted, column.intervals.most[r]))
      if (end - low + missing.length >= fewest) continue
      fewest = end - low + missing.length
      lists = [order.subarray(low, end), missing]
    }
    const bounds = known.map(({ column }) => column)
    const fits = classes.map((column) => column.fits(r))
    for (const rows of lists)
      for (const row of rows)
        if (isWithin(bounds, r, row) && classes.every(({ codes }, c) => fits[c][codes[row]] === 1)) {
          count[r]++
          last[r] = row
        }
  }
  return { count, last }
}

function isWithin(columns: readonly BoundedColumn[], r: number, row: number): boolean {
  for (const { released, intervals } of columns) {
    const value = released[row]
    if (value < intervals.least[r] || value > intervals.most[r]) return false
  }
  return true
}
