import type { Column, Dataset } from '@sdc/core'
import type { LinkedRows } from './linked-rows.js'

/** Returns true if record i of the original and record j of the masked file have different values. */
export type Differs = (i: number, j: number) => boolean

/**
 * Compares a column of two files record by record. Two missing values are equal, regardless of their kinds.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns The test; for columns of different kinds it compares texts.
 */
export function differing(before: Column, after: Column): Differs {
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    const [x, y] = [before.values, after.values]
    return (i, j) => x[i] !== y[j] && !(Number.isNaN(x[i]) && Number.isNaN(y[j]))
  }
  if (before.kind === 'categorical' && after.kind === 'categorical') {
    const codeOf = new Map(before.levels.map((level, code) => [level, code]))
    const known = after.levels.map((level) => codeOf.get(level) ?? -2)
    return (i, j) => before.codes[i] !== (after.codes[j] < 0 ? -1 : known[after.codes[j]])
  }
  return (i, j) => textAt(before, i) !== textAt(after, j)
}

function textAt(column: Column, row: number): string | undefined {
  if (column.kind === 'numeric') return Number.isNaN(column.values[row]) ? undefined : String(column.values[row])
  return column.codes[row] < 0 ? undefined : column.levels[column.codes[row]]
}

/**
 * Returns true for a missing value.
 *
 * @param column - The column.
 * @param row - Index of the record.
 * @returns True for NaN, and for a category without a code.
 */
export function isMissing(column: Column, row: number): boolean {
  return column.kind === 'numeric' ? Number.isNaN(column.values[row]) : column.codes[row] < 0
}

/** Changes of a column. */
export interface ColumnChanges {
  readonly name: string
  readonly in: 'both' | 'original' | 'masked'
  /** Number of linked records whose value changed. */
  readonly changed: number
}

/**
 * Counts the changed values of every column.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param rows - Their linked records.
 * @returns The columns of the original in their order, then those that the masked file adds. O(values).
 */
export function changesByColumn(original: Dataset, masked: Dataset, rows: LinkedRows): readonly ColumnChanges[] {
  const added = masked.names.filter((name) => !original.names.includes(name))
  return [
    ...original.names.map((name): ColumnChanges => {
      if (!masked.names.includes(name)) return { name, in: 'original', changed: 0 }
      const differs = differing(original.column(name), masked.column(name))
      let changed = 0
      rows.original.forEach((i, row) => {
        const j = rows.masked[row]
        if (i >= 0 && j >= 0 && differs(i, j)) changed++
      })
      return { name, in: 'both', changed }
    }),
    ...added.map((name): ColumnChanges => ({ name, in: 'masked', changed: 0 })),
  ]
}

/**
 * Finds the next row with a changed value.
 *
 * @param tests - The tests of the columns to compare.
 * @param rows - The linked records.
 * @param from - First row to compare.
 * @returns The row; undefined if no later one has a changed value.
 */
export function nextChanged(tests: readonly Differs[], rows: LinkedRows, from: number): number | undefined {
  for (let row = from; row < rows.original.length; row++) {
    const [i, j] = [rows.original[row], rows.masked[row]]
    if (i >= 0 && j >= 0 && tests.some((differs) => differs(i, j))) return row
  }
  return undefined
}
