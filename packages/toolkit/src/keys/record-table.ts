/** The different records of some columns and how often each is there: a table that blocks of records are counted into and that is merged. */
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

/** Up to so many places for each record: to look through more takes longer than to sort. */
const PLACES = 64
/** Combinations below this are exact in a double. */
const EXACT = Number.MAX_SAFE_INTEGER

/**
 * Counts the different records of a block.
 *
 * The totals are the number of columns, then a row for each different record: its values (codes of categories, NaN where missing), how
 * many records are so, and the first of them. Rows ascend by their values, missing first; −0 is 0.
 *
 * @param columns - The columns, one or more.
 * @param first - The number of the block's first record in the file.
 * @returns A table.
 *
 * Cost: O(n) a column; a sort where the combinations that there could be are many.
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
      // Without the sign of a zero.
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

/** One number a record that is the same where the records are, and ascends with their values. */
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

/** Counts the different records of one block after the other. */
export interface RecordCounter {
  /** The next block, which begins at record `first` of the file. */
  add(columns: readonly Column[], first: number): void
  /** What `recordTable` and `mergedRecordTables` make of all of them. */
  end(): Totals
}

/**
 * Counts the different records of several blocks in a table with a place for each combination, where there could be few: keys that are
 * categories, or whole numbers within a small range. Other blocks have their tables, which are merged.
 *
 * @returns What takes the blocks, in their order.
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
 * The records of two tables in one.
 *
 * @param total - A table of earlier records.
 * @param own - One of later ones, of the same columns.
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

/** Below 0 where the row of the one is before that of the other, 0 where they have the same values. */
function compared(one: Totals, a: number, other: Totals, b: number, width: number): number {
  for (let j = 0; j < width; j++) {
    const x = one[a + j]
    const y = other[b + j]
    if (x === y || (x !== x && y !== y)) continue
    return x < y || x !== x ? -1 : 1
  }
  return 0
}

/** The different records of a file. */
export interface CountedRecords {
  /** By column one value a different record: codes of categories and numbers; NaN where missing. */
  readonly columns: readonly Float64Array[]
  /** How many records are so. */
  readonly counts: Float64Array
  /** The number of the first of them. */
  readonly firsts: Float64Array
}

/**
 * The rows of a table in the order of their first records.
 *
 * @param table - As `recordTable` and `mergedRecordTables` make it.
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
