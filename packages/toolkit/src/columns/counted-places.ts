/** Counts records in a table with a place for each possible combination of whole numbers. */
import { columnLength, type Column, type Totals } from '@sdc/core'

/** Up to this number of combinations, a table has a place for each; it stays in the cache. */
export const SMALL_TABLE = 1 << 20
/** Above this number, consecutive whole numbers are not distinct doubles. */
const EXACT = Number.MAX_SAFE_INTEGER

/** A range of whole numbers: the least, and their number. */
export interface WholeRange {
  readonly least: number
  readonly size: number
}

/** Range of the values of a column of a block; undefined if they are not whole numbers within a small range. */
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

/** The least range that contains both. */
export function together(own: WholeRange, other: WholeRange | undefined): WholeRange {
  if (other === undefined || other.size === 0) return own
  if (own.size === 0) return other
  const least = Math.min(own.least, other.least)
  return { least, size: Math.max(own.least + own.size, other.least + other.size) - least }
}

/** Counter of records with a place for each combination. */
export interface CountedPlaces {
  readonly ranges: readonly WholeRange[]
  /** Counts a block; returns false, and counts nothing, if some value is not a whole number within the ranges. */
  count(columns: readonly Column[], first: number): boolean
  /** Returns the counts in the form of `recordTable`. */
  table(): Totals
}

/**
 * Counts records in a place for each combination; the first place of each column is that of a missing value.
 *
 * @param ranges - Range of each column.
 * @param size - Number of places of all combinations.
 * @returns The counter.
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

// Loops in functions of their own, because an engine does not compile a loop with other work after it.

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
