import type { Column } from '@sdc/core'
import { anyCategory, anyNumber, categoryCell, numberCell, type CategoryCell, type NumberCell } from './cell-labels.js'
import type { KeyDomain } from './key-domain.js'

/** A key of the masked file, as one cell per record. */
export interface ReleasedKey {
  /** Number of the cell of each masked record; equal cells share a number. */
  readonly codes: Int32Array
  readonly cells: readonly NumberCell[] | readonly CategoryCell[]
}

/** Returns true if the cell may be any number. */
export const isAnyNumber = ({ low, high, members }: NumberCell): boolean =>
  members === undefined && low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY

/**
 * Returns the cells of a released key, each with its possible original values.
 *
 * Labels are tried in this order. An exact value is itself. A class of the taxonomy or hierarchy may be any value below
 * it. For numbers, `[a,b)`, `>=a`, `20-29`, `65+` and the like are intervals. For ordered categories, `a..b` is a
 * range. A missing cell and `*` may be any value. So may any other text, which is marked as unrelated.
 *
 * @param domain - The key of the original.
 * @param column - The column of the masked file, of either kind.
 * @returns Cell of each record. Cost: O(n), and the number of levels for each cell.
 */
export function releasedKey(domain: KeyDomain, column: Column): ReleasedKey {
  if (column.kind === 'categorical') {
    // Code −1 is cell 0; levels without a record need no cell of their own.
    const codes = column.codes.map((code) => code + 1)
    const used = new Set(codes)
    const cellsOf = <T>(any: T, cellOf: (label: string) => T): T[] => [
      any,
      ...column.levels.map((label, code) => (used.has(code + 1) ? cellOf(label) : any)),
    ]
    return domain.kind === 'numeric'
      ? { codes, cells: cellsOf(anyNumber, (label) => numberCell(domain, label)) }
      : { codes, cells: cellsOf(anyCategory, (label) => categoryCell(domain, label)) }
  }
  const { codes, distinct } = distinctNumbers(column.values)
  if (domain.kind === 'numeric')
    return { codes, cells: distinct.map((value) => (Number.isNaN(value) ? anyNumber : { low: value, high: value })) }
  const label = (value: number): string => (Number.isNaN(value) ? '*' : String(value))
  return { codes, cells: distinct.map((value) => categoryCell(domain, label(value))) }
}

function distinctNumbers(values: Float64Array): { readonly codes: Int32Array; readonly distinct: number[] } {
  const codeOf = new Map<number, number>()
  const codes = new Int32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] + 0
    let code = codeOf.get(value)
    if (code === undefined) codeOf.set(value, (code = codeOf.size))
    codes[i] = code
  }
  return { codes, distinct: [...codeOf.keys()] }
}

/**
 * Checks a level against a cell.
 *
 * @param cell - The cell.
 * @param code - Code of the level.
 * @returns True if the cell may be the level, or any level. Cost: O(log members).
 */
export function mayBe({ members }: CategoryCell, code: number): boolean {
  if (members === undefined) return true
  if (members.length === 1) return members[0] === code
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle] < code) from = middle + 1
    else to = middle
  }
  return members[from] === code
}

/**
 * Returns the distance of a number from the nearest value that a cell may be, 0 if the cell may be the number.
 *
 * A number on an open end of a cell is at the least positive double, unless both ends are equal.
 *
 * @param cell - The cell.
 * @param x - The number.
 * @returns The distance in the column's unit. Cost: O(1), or O(log members).
 */
export function distanceFrom({ low, high, openLow, openHigh, members }: NumberCell, x: number): number {
  if (members) return distanceToNearest(members, x)
  if (x < low) return low - x
  if (x > high) return x - high
  if ((openHigh && x === high) || (openLow && x === low)) return low === high ? 0 : Number.MIN_VALUE
  return 0
}

/**
 * Checks values of original records against released cells.
 *
 * @param domain - The key of the original.
 * @param cells - The cells of the released one (`releasedKey`).
 * @returns Function of a record of the original and the number of a cell; true if the cell may be the record's value,
 *   or the record has none.
 */
export function cellHolds(domain: KeyDomain, cells: ReleasedKey['cells']): (row: number, cell: number) => boolean {
  if (domain.kind === 'numeric') {
    const { values } = domain
    const numbers = cells as readonly NumberCell[]
    return (row, cell) => values[row] !== values[row] || distanceFrom(numbers[cell], values[row]) === 0
  }
  const { codes } = domain
  const categories = cells as readonly CategoryCell[]
  return (row, cell) => codes[row] < 0 || mayBe(categories[cell], codes[row])
}

function distanceToNearest(members: Float64Array, x: number): number {
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle] < x) from = middle + 1
    else to = middle
  }
  const above = from < members.length ? members[from] - x : Number.POSITIVE_INFINITY
  const below = from > 0 ? x - members[from - 1] : Number.POSITIVE_INFINITY
  return Math.min(above, below)
}
