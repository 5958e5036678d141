import { columnLength, isMissing, option, type Column, type Dataset } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'

/** Largest number of rows on a screen; longer tables are cut there, but not for programs. */
const ROWS_SHOWN = 40

/**
 * Returns tables found in addition to a value, each under its name, without those that count nothing.
 *
 * @param before - Text before the name of each table.
 * @param tables - The tables by name.
 * @param screen - Screen that the tables must fit; by default a file.
 * @returns A text for each table.
 */
export function detailTables(
  before: string,
  tables: ReadonlyMap<string, Dataset> = new Map(),
  screen: Screen = fileScreen,
): string[] {
  return [...tables]
    .filter(([, table]) => !countsNothing(table))
    .map(([name, table]) => `${flowed(`${before}${name}`, screen)}\n${detailTable(table, screen)}`)
}

/** Returns true for a table of omissions that counts none. */
function countsNothing(table: Dataset): boolean {
  if (!table.names.includes('count')) return false
  const counts = table.column('count')
  return counts.kind === 'numeric' && counts.values.every((count) => count === 0)
}

function detailTable(table: Dataset, screen: Screen): string {
  const columns = table.names.map((name) => table.column(name))
  const shown = screen.all ? table.rows : Math.min(table.rows, ROWS_SHOWN)
  const rows = Array.from({ length: shown }, (_, i) => columns.map((column) => cellText(column, i)))
  const headings = table.names.map((name, j) => {
    const rank = j === 0 ? 0 : 1
    return columns[j].kind === 'numeric' ? right(name, { rank }) : left(name, { rank, wraps: true })
  })
  const more = table.rows > shown ? `\n… and ${table.rows - shown} more rows: ${option('json')} has them` : ''
  return textTable(headings, rows, { screen }) + more
}

function cellText(column: Column, i: number): string {
  if (isMissing(column, i)) return '–'
  return column.kind === 'numeric' ? shortNumber(column.values[i]) : column.levels[column.codes[i]]
}

/** Returns the same tables for programs, by name. */
export function tablesJson(tables: ReadonlyMap<string, Dataset>): Record<string, unknown> {
  return Object.fromEntries([...tables].map(([name, table]) => [name, tableJson(table)]))
}

/** Returns a table by columns; a missing value is null. */
export function tableJson(table: Dataset): Record<string, (string | number | null)[]> {
  const cells = (column: Column): (string | number | null)[] =>
    Array.from({ length: columnLength(column) }, (_, i) => {
      if (isMissing(column, i)) return null
      return column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
    })
  return Object.fromEntries(table.names.map((name) => [name, cells(table.column(name))]))
}
