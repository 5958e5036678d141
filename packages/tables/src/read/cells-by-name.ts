import { SdcError, type Table } from '@sdc/core'
import { sliceOf, type TableSource } from './table-source.js'

/** Finds the cell with these levels, in the order of the dimensions; undefined if there is none. */
export type CellFinder = (levels: readonly string[]) => number | undefined

/** Returns a finder of the cells of a table by the names of their levels. */
export function cellsByName({ dimensions, values }: Pick<Table, 'dimensions' | 'values'>): CellFinder {
  const at = new Map<string, number>()
  for (let c = 0; c < values.length; c++)
    at.set(JSON.stringify(dimensions.map(({ codes, levels }) => levels[codes[c]])), c)
  return (levels) => at.get(JSON.stringify(levels))
}

/**
 * Returns the cell of a table for each record of another file.
 *
 * @param source - A file with the dimensions of the table, opened with them as names.
 * @param by - The dimensions.
 * @param table - The table.
 * @param what - Noun for the file in messages: `the pattern`.
 * @returns The cell of each record.
 * @throws WRONG_INPUT for a cell that the table lacks; MISSING_VALUES
 */
export function cellsOfRecords(
  source: TableSource,
  by: readonly string[],
  table: Pick<Table, 'dimensions' | 'values'>,
  what: string,
): Int32Array {
  const find = cellsByName(table)
  const slices = by.map((name) => sliceOf(source, name))
  return Int32Array.from({ length: source.csv.dataset.rows }, (_, row) => {
    const levels = slices.map(({ codes, levels: own }) => own[codes[row]])
    const cell = find(levels)
    if (cell !== undefined) return cell
    const name = levels.map((level, d) => `${by[d]}=${level}`).join(', ')
    const strange = levels.findIndex((level, d) => !table.dimensions[d].levels.includes(level))
    const lacks =
      strange < 0
        ? 'which the table has not'
        : `which the table has not: it has no "${levels[strange]}" in "${by[strange]}"`
    const message = `${what} has the cell ${name}, ${lacks}`
    throw new SdcError('WRONG_INPUT', message, source.place(row), 'Its cells must be those of the table.')
  })
}
