import { option } from '@sdc/core'
import { fileScreen, textTable, type Paint, type Screen, type TextColumn } from '@sdc/report/tables'

/** Most rows of a result: with two lines of names, the rule and the line for the rest, the table has 12 lines. */
export const RESULT_ROWS = 8

/** Presentation of the rows of a result. */
export interface ResultShown {
  /** Screen that the table must fit; by default a file. */
  readonly screen?: Screen | undefined
  /** Total number of rows, if `rows` are a selection. */
  readonly total?: number | undefined
  readonly paint?: ((row: number, column: number) => Paint | undefined) | undefined
}

/**
 * Returns the table at the top of a result: at most 12 lines, so the most important rows come first. A screen that
 * shows all has every row, and cells of any length.
 *
 * @param columns - Columns; those of rank 0 are always shown.
 * @param rows - Cells of the rows.
 * @param shown - Presentation of the rows.
 * @returns The table; its last line counts the rows left out.
 */
export function resultTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  { screen = fileScreen, total = rows.length, paint }: ResultShown = {},
): string {
  if (screen.all) return textTable(columns, rows, { screen, paint })
  const some = rows.length <= RESULT_ROWS ? rows : rows.slice(0, RESULT_ROWS)
  const short = columns.map((column) => ({ ...column, wraps: false }))
  const table = textTable(short, some, { screen, elsewhere: '', paint })
  const more = total - some.length
  return more > 0 ? `${table}\n… and ${more} more: ${option('all')}` : table
}
