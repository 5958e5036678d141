/** Records counted by a table with a place for each combination of whole numbers that there could be. */
import { columnLength, type Column, type Totals } from '@sdc/core'

/** Combinations are counted in a table with a place for each up to this many, which stays in the cache. */
export const SMALL_TABLE = 1 << 20
/** From here whole numbers are not one apart. */
const EXACT = Number.MAX_SAFE_INTEGER

/** Whole numbers from `least`, so many. */
export interface WholeRange {
  readonly least: number
  readonly size: number
}

/** What a column of a block has; undefined where that is not whole numbers within a small range. */
export function wholeRange(column: Column): WholeRange | undefined {
  if (column.kind === 'categorical') return { least: 0, size: column.levels.length }
  const { values } = column
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    if (value !== Math.floor(value)) return undefined
    if (value < least) least = value
    if (value > most) most = value
  }
  if (least === Infinity) return { least: 0, size: 0 }
  const isExact = least > -EXACT && most < EXACT
  return isExact && most - least < SMALL_TABLE ? { least: least + 0, size: most - least + 1 } : undefined
}

/** The least range with both in it. */
export function together(own: WholeRange, other: WholeRange | undefined): WholeRange {
  if (other === undefined || other.size === 0) return own
  if (own.size === 0) return other
  const least = Math.min(own.least, other.least)
  return { least, size: Math.max(own.least + own.size, other.least + other.size) - least }
}

/** Records that are counted by a place for each combination. */
export interface CountedPlaces {
  readonly ranges: readonly WholeRange[]
  /** Counts a block; `false`, and nothing is counted, where some value is no whole number within the ranges. */
  count(columns: readonly Column[], first: number): boolean
  /** What was counted, as `recordTable` has it. */
  table(): Totals
}

/**
 * A place for each combination; of each column the first is that of a missing value.
 *
 * @param ranges - Of each column.
 * @param size - How many places they have together.
 * @returns What counts.
 */
export function countedPlaces(ranges: readonly WholeRange[], size: number): CountedPlaces {
  const counts = new Int32Array(size)
  const firsts = new Float64Array(size)
  let used = 0
  let spare = new Int32Array(0)
  return {
    ranges,
    count(columns, first) {
      const rows = columnLength(columns[0])
      if (spare.length < rows) spare = new Int32Array(rows)
      const places = spare.subarray(0, rows).fill(0)
      for (const [j, column] of columns.entries()) {
        if (column.kind === 'numeric') {
          if (!addNumbers(column.values, ranges[j], places)) return false
        } else if (column.levels.length <= ranges[j].size) addCodes(column.codes, ranges[j], places)
        else return false
      }
      for (let i = 0; i < places.length; i++) {
        if (counts[places[i]]++ > 0) continue
        firsts[places[i]] = first + i
        used++
      }
      return true
    },
    table() {
      const width = ranges.length
      const table = new Float64Array(1 + used * (width + 2))
      table[0] = width
      for (let place = 0, at = 1; at < table.length; place++) {
        if (counts[place] === 0) continue
        for (let j = width - 1, rest = place; j >= 0; j--) {
          const levels = ranges[j].size + 1
          const code = rest % levels
          table[at + j] = code === 0 ? Number.NaN : ranges[j].least + code - 1
          rest = (rest - code) / levels
        }
        table[at + width] = counts[place]
        table[at + width + 1] = firsts[place]
        at += width + 2
      }
      return table
    },
  }
}

// Loops of their own: what has other work behind it is left for the interpreter there.

function addNumbers(values: Float64Array, { least, size }: WholeRange, places: Int32Array): boolean {
  const before = least - 1
  for (let i = 0; i < places.length; i++) {
    let code = 0
    if (values[i] === values[i]) {
      code = values[i] - before
      if (!(code >= 1 && code <= size && code === Math.floor(code))) return false
    }
    places[i] = places[i] * (size + 1) + code
  }
  return true
}

function addCodes(codes: Int32Array, { size }: WholeRange, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) places[i] = places[i] * (size + 1) + codes[i] + 1
}
