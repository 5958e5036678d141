import { isMissing, type Dataset } from '@sdc/core'

/** A column with missing cells. */
export interface MissingCells {
  readonly column: string
  readonly count: number
  /** First record that lacks it, from 0. */
  readonly first: number
}

/** Number of columns that a warning names; the others are counted. */
const NAMED = 8
/** Number of columns that an error names. */
export const NAMED_IN_ERRORS = 20

/**
 * Counts the missing cells of columns. Cost: O(n) per column.
 *
 * @param data - The records.
 * @param names - Columns to examine.
 * @returns The columns with missing cells, in the order of `names`.
 */
export function missingCells(data: Dataset, names: readonly string[]): MissingCells[] {
  return names.flatMap((name): MissingCells[] => {
    const column = data.column(name)
    let first = -1
    let count = 0
    for (let i = 0; i < data.rows; i++) {
      if (!isMissing(column, i)) continue
      if (first < 0) first = i
      count++
    }
    return count === 0 ? [] : [{ column: name, count, first }]
  })
}

/**
 * Lists columns and their counts for a sentence.
 *
 * @param cells - The columns.
 * @param most - Number of columns to name.
 * @returns `income (412), tax (3)`, and the number of further columns.
 */
export function countsText(cells: readonly Pick<MissingCells, 'column' | 'count'>[], most: number = NAMED): string {
  const named = cells.slice(0, most).map(({ column, count }) => `${column} (${count})`)
  const more = cells.length > most ? ` and ${cells.length - most} more columns` : ''
  return `${named.join(', ')}${more}`
}

/**
 * Words the number of columns and cells.
 *
 * @param cells - The columns.
 * @returns `3 columns, 412 cells`.
 */
export function sizeText(cells: readonly Pick<MissingCells, 'count'>[]): string {
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  return `${cells.length} column${cells.length === 1 ? '' : 's'}, ${total} cell${total === 1 ? '' : 's'}`
}
