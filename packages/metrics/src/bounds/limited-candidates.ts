import { countBelow, countUpTo, sortOrder } from '@sdc/stats'
import type { ValueIntervals } from '../linkage/rank-swap/rank-swap-candidates.js'

/** Column for which an intruder knows a bounded law. */
export interface BoundedColumn {
  /** The m released values, NaN if missing: a missing one fits every interval. */
  readonly released: Float64Array
  /** Interval of each of n known values; empty (least > most) for an unknown value. */
  readonly intervals: ValueIntervals
}

/** Recoded column, with its known classes and the classes that fit a known value. */
export interface ClassColumn {
  /** Class of each of the m released records. */
  readonly codes: Int32Array
  /** 1 for each class that contains, or may contain, the value of a known record. */
  fits(record: number): Uint8Array
}

/** Candidates of each known record. */
export interface BoundedCandidates {
  /** Number of released records within the limits in every column. */
  readonly count: Float64Array
  /** Last of these records, −1 if there is none. */
  readonly last: Int32Array
}

/**
 * Finds the released records that lie within the interval of each known record in every column.
 *
 * For each record, the column whose interval contains the fewest values is listed, and the others filter it. Cost:
 * O(nm) at worst.
 *
 * @param columns - d columns, at least one, and the recoded ones.
 * @param n - Number of known records.
 * @param tick - Receives the share of the records done.
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
  const kept = new Uint32Array(m)
  const held = new Float64Array(columns.length)
  for (let r = 0; r < n; r++) {
    if ((r & 127) === 0) tick(r / n)
    let lists: readonly Uint32Array[] = [everyRow]
    let fewest = m
    let narrowest = -1
    for (let j = 0; j < inOrder.length; j++) {
      const { column, order, sorted, missing } = inOrder[j]
      const [least, most] = [column.intervals.least[r], column.intervals.most[r]]
      held[j] = m
      if (!(least <= most)) continue
      const low = countBelow(sorted, least)
      const end = Math.max(low, countUpTo(sorted, most))
      held[j] = end - low + missing.length
      if (held[j] >= fewest) continue
      fewest = held[j]
      narrowest = j
      lists = [order.subarray(low, end), missing]
    }
    let size = 0
    for (const rows of lists) {
      kept.set(rows, size)
      size += rows.length
    }
    // A column whose intervals contain all records excludes none.
    for (let j = 0; j < columns.length && size > 0; j++)
      if (j !== narrowest && held[j] < m) size = keepWithin(columns[j], r, kept, size)
    for (const column of classes) if (size > 0) size = keepFitting(column.codes, column.fits(r), kept, size)
    count[r] = size
    if (size > 0) last[r] = kept[size - 1]
  }
  return { count, last }
}

/**
 * Keeps the released records that are within the interval of a known one in a column, in their order.
 *
 * @param column - The column.
 * @param r - The known record.
 * @param kept - The released records; the remaining ones are moved to its beginning.
 * @param size - Number of released records.
 * @returns Number of remaining records.
 */
function keepWithin({ released, intervals }: BoundedColumn, r: number, kept: Uint32Array, size: number): number {
  const [least, most] = [intervals.least[r], intervals.most[r]]
  let stay = 0
  for (let k = 0; k < size; k++) {
    const row = kept[k]
    const value = released[row]
    kept[stay] = row
    // A missing value may have been any value: it is neither below nor above.
    if (!(value < least || value > most)) stay++
  }
  return stay
}

/** Does the same for a recoded column: keeps the released records whose class fits. */
function keepFitting(codes: Int32Array, fits: Uint8Array, kept: Uint32Array, size: number): number {
  let stay = 0
  for (let k = 0; k < size; k++) {
    const row = kept[k]
    kept[stay] = row
    if (fits[codes[row]] === 1) stay++
  }
  return stay
}
