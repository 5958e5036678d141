/**
 * Table of the different records of some columns with their frequencies. Blocks of records are counted into such
 * tables, which are merged.
 */
import { columnLength, type Column, type Totals } from '@sdc/core'
import { tieRuns } from '@sdc/stats'
import {
  countedPlaces,
  SMALL_TABLE,
  together,
  wholeRange,
  type CountedPlaces,
  type WholeRange,
} from '../columns/counted-places.js'
import { keyCodes } from './key-codes.js'
import { neighbourMerger } from './merged-neighbours.js'

/** Up to this number of places for each record, a table is used: searching more places takes longer than sorting. */
const PLACES = 64
/** Combinations below this are exact in a double. */
const EXACT = Number.MAX_SAFE_INTEGER

/**
 * Counts the different records of a block.
 *
 * The totals are the number of columns, then a row for each different record: its values (codes of categories, NaN if
 * missing), its number of records, and the first of them. Rows ascend by their values, missing first; −0 equals 0.
 *
 * @param columns - The columns, one or more.
 * @param first - The number of the block's first record in the file.
 * @returns A table.
 *
 * Cost: O(n) a column; a sort if there are many possible combinations.
 */
export function recordTable(columns: readonly Column[], first: number): Totals {
  const { combined, size } = combinedCodes(columns)
  const found =
    size <= Math.min(SMALL_TABLE, PLACES * combined.length) ? countedBySlot(combined, size) : countedBySort(combined)
  const { firsts, counts } = found
  const width = columns.length
  const row = width + 2
  const table = new Float64Array(1 + firsts.length * row)
  table[0] = width
  columns.forEach((column, j) => {
    let at = 1 + j
    if (column.kind === 'numeric') {
      // Adding 0 removes the sign of a zero.
      for (let r = 0; r < firsts.length; r++, at += row) table[at] = column.values[firsts[r]] + 0
      return
    }
    const { codes } = column
    for (let r = 0; r < firsts.length; r++, at += row) table[at] = codes[firsts[r]] < 0 ? Number.NaN : codes[firsts[r]]
  })
  for (let r = 0, at = 1 + width; r < firsts.length; r++, at += row) {
    table[at] = counts[r]
    table[at + 1] = first + firsts[r]
  }
  return table
}

/** One number a record that is equal for equal records, and ascends with their values. */
function combinedCodes(columns: readonly Column[]): { readonly combined: Float64Array; readonly size: number } {
  let combined = new Float64Array(columnLength(columns[0]))
  let size = 1
  for (const column of columns) {
    const codes = keyCodes(column)
    const levels = (column.kind === 'categorical' ? column.levels.length : greatest(codes) + 1) + 1
    if (size * levels > EXACT) {
      const { order, starts } = tieRuns(combined)
      size = starts.length - 1
      combined = new Float64Array(combined.length)
      for (let run = 0; run < size; run++)
        for (let at = starts[run]; at < starts[run + 1]; at++) combined[order[at]] = run
    }
    for (let i = 0; i < combined.length; i++) combined[i] = combined[i] * levels + codes[i] + 1
    size *= levels
  }
  return { combined, size }
}

function greatest(codes: Int32Array): number {
  let most = -1
  for (let i = 0; i < codes.length; i++) if (codes[i] > most) most = codes[i]
  return most
}

interface Counted {
  readonly counts: ArrayLike<number>
  readonly firsts: Uint32Array
}

function countedBySlot(combined: Float64Array, size: number): Counted {
  const slots = new Int32Array(size)
  const firstOf = new Int32Array(size)
  let used = 0
  for (let i = 0; i < combined.length; i++) {
    if (slots[combined[i]]++ > 0) continue
    firstOf[combined[i]] = i
    used++
  }
  const counts = new Int32Array(used)
  const firsts = new Uint32Array(used)
  for (let slot = 0, at = 0; at < used; slot++) {
    if (slots[slot] === 0) continue
    counts[at] = slots[slot]
    firsts[at++] = firstOf[slot]
  }
  return { counts, firsts }
}

function countedBySort(combined: Float64Array): Counted {
  // Equal values keep the order of their records.
  const { order, starts } = tieRuns(combined)
  const firsts = Uint32Array.from(starts.subarray(0, -1), (at) => order[at])
  return { firsts, counts: Uint32Array.from(firsts, (_, run) => starts[run + 1] - starts[run]) }
}

/** Counter of the different records of consecutive blocks. */
export interface RecordCounter {
  /** Adds the next block, which begins at record `first` of the file. */
  add(columns: readonly Column[], first: number): void
  /** Returns the merged table of all blocks, equal to `recordTable` and `mergedRecordTables`. */
  end(): Totals
}

/**
 * Counts the different records of several blocks in a table with a place for each combination, if there are few: keys
 * that are categories, or whole numbers within a small range. Other blocks have tables of their own, which are merged.
 *
 * @returns The counter, which takes the blocks in their order.
 */
export function recordCounter(): RecordCounter {
  const merger = neighbourMerger(mergedRecordTables)
  let places: CountedPlaces | undefined
  const hand = (): void => {
    if (places !== undefined) merger.add(places.table())
    places = undefined
  }
  return {
    add(columns, first) {
      if (places?.count(columns, first)) return
      const before = places?.ranges
      hand()
      const wider = columns.map(wholeRange).map((own, j) => own && together(own, before?.[j]))
      const size = wider.reduce((product, own) => product * ((own?.size ?? Infinity) + 1), 1)
      if (size <= Math.min(4 * SMALL_TABLE, PLACES * columnLength(columns[0]))) {
        places = countedPlaces(wider as WholeRange[], size)
        places.count(columns, first)
      } else merger.add(recordTable(columns, first))
    },
    end() {
      hand()
      return merger.end()
    },
  }
}

/**
 * Merges the records of two tables.
 *
 * @param total - A table of earlier records.
 * @param own - A table of later ones, of the same columns.
 * @returns Their table. Cost: O(rows).
 */
export function mergedRecordTables(total: Totals, own: Totals): Totals {
  const width = total[0]
  const row = width + 2
  const merged = new Float64Array(total.length + own.length - 1)
  merged[0] = width
  let [a, b, at] = [1, 1, 1]
  while (a < total.length || b < own.length) {
    const order = a >= total.length ? 1 : b >= own.length ? -1 : compared(total, a, own, b, width)
    const from = order <= 0 ? total : own
    const start = order <= 0 ? a : b
    for (let j = 0; j < row; j++) merged[at + j] = from[start + j]
    if (order === 0) merged[at + width] += own[b + width]
    if (order <= 0) a += row
    if (order >= 0) b += row
    at += row
  }
  return merged.slice(0, at)
}

/** Below 0 if the row of the first table is before that of the other, 0 if they have the same values. */
function compared(one: Totals, a: number, other: Totals, b: number, width: number): number {
  for (let j = 0; j < width; j++) {
    const x = one[a + j]
    const y = other[b + j]
    if (x === y || (x !== x && y !== y)) continue
    return x < y || x !== x ? -1 : 1
  }
  return 0
}

/** Different records of a file, with their frequencies. */
export interface CountedRecords {
  /** Values of each different record, by column: numbers, or codes of categories; NaN if missing. */
  readonly columns: readonly Float64Array[]
  /** Number of equal records. */
  readonly counts: Float64Array
  /** Number of the first of them. */
  readonly firsts: Float64Array
}

/**
 * Returns the rows of a table in the order of their first records.
 *
 * @param table - A result of `recordTable` or `mergedRecordTables`.
 * @returns Columns.
 */
export function countedRecords(table: Totals): CountedRecords {
  const width = table[0]
  const rows = (table.length - 1) / (width + 2)
  const row = width + 2
  const firsts = new Float64Array(rows)
  for (let r = 0; r < rows; r++) firsts[r] = table[1 + r * row + width + 1]
  const { order } = tieRuns(firsts)
  const inOrder = (j: number): Float64Array => {
    const values = new Float64Array(rows)
    for (let k = 0; k < rows; k++) values[k] = table[1 + order[k] * row + j]
    return values
  }
  return {
    columns: Array.from({ length: width }, (_, j) => inOrder(j)),
    counts: inOrder(width),
    firsts: inOrder(width + 1),
  }
}
