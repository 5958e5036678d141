import type { ColumnHierarchy, HierarchyLevel } from '@sdc/toolkit/internal'
import type { Key } from '../classes/problem.js'

/** A key with its hierarchy, which has a row for records without a value. */
export interface KeyWithMissing extends Key {
  /** Row of the records without a value; −1 if every record has one. */
  readonly missingRow: number
}

/**
 * Prepares a key for the lattice. A missing value is the last row and a class of its own at every level. The exception
 * is a last level with a single class, which it joins.
 *
 * @param column - The column's name.
 * @param hierarchy - Its hierarchy.
 * @returns Codes without −1, and the levels.
 */
export function keyWithMissing(column: string, { codes, levels }: ColumnHierarchy): KeyWithMissing {
  if (!codes.includes(-1)) return { column, codes, levels, missingRow: -1 }
  const missingRow = levels[0].classOf.length
  return {
    column,
    codes: codes.map((code) => (code < 0 ? missingRow : code)),
    levels: levels.map((level, h) => withMissing(level, h > 0 && h === levels.length - 1 && level.labels.length === 1)),
    missingRow,
  }
}

function withMissing({ labels, classOf, sizes }: HierarchyLevel, joins: boolean): HierarchyLevel {
  const own = joins ? 0 : labels.length
  const rows = new Int32Array(classOf.length + 1)
  rows.set(classOf)
  rows[classOf.length] = own
  if (joins) return { labels, classOf: rows, sizes: Int32Array.of(sizes[0] + 1) }
  return { labels: [...labels, ''], classOf: rows, sizes: Int32Array.of(...sizes, 1) }
}

/** Returns true if a row is missing at a level: it is the row of missing values, in a class of its own. */
export function isMissingAt({ levels, missingRow }: KeyWithMissing, row: number, level: number): boolean {
  return row === missingRow && (level < levels.length - 1 || levels[level].labels[levels[level].classOf[row]] === '')
}
