import { ruleName } from '@sdc/core'
import { groupedNumber, left, right, type Screen } from '@sdc/report/tables'
import { resultTable } from '@sdc/inspect'
import type { ProtectedTables } from './protected-tables.js'
import { percentText, protectedNames } from '../view/table-words.js'

/**
 * Returns a table of the outcome for cells: sensitive, suppressed and published ones, with their shares of cells and of
 * value.
 *
 * @param made - The protected tables.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The table.
 */
export function protectedTable(made: ProtectedTables, screen?: Screen): string {
  const columns = [
    left(protectedNames[0], { rank: 0 }),
    ...protectedNames.slice(1).map((name) => right(name, { rank: 0 })),
  ]
  return resultTable(columns, protectedRows(made), { screen })
}

/**
 * Returns the rows of the outcome for cells: sensitive, suppressed and published ones, with their shares of cells and
 * of value.
 *
 * @param made - The protected tables.
 * @returns A row for each kind of cell.
 */
export function protectedRows({ linked, result }: ProtectedTables): string[][] {
  const { values } = linked.table
  const { sensitive, protection } = result
  const { status, values: shown = values } = protection.result
  const all = values.reduce((sum, value) => sum + Math.abs(value), 0)
  const row = (name: string, is: (c: number) => boolean): string[] => {
    const cells = Array.from(values.keys()).filter(is)
    const size = cells.reduce((sum, c) => sum + Math.abs(values[c]), 0)
    const shares = [cells.length / Math.max(1, values.length), all > 0 ? size / all : 0]
    return [name, groupedNumber(cells.length, 0), ...shares.map((share) => percentText(100 * share))]
  }
  const rules = result.rules.map(({ method, params }) => ruleName(method, params)).join(', ')
  const isChanged = (c: number): boolean => status[c] === 0 && shown[c] !== values[c]
  return [
    row('all', () => true),
    row(`sensitive${rules === '' ? '' : ` (${rules})`}`, (c) => sensitive.status[c] === 1),
    row('suppressed, primary', (c) => status[c] === 1),
    row('suppressed, secondary', (c) => status[c] === 2),
    row('published unchanged', (c) => status[c] === 0 && !isChanged(c)),
    ...(protection.result.values === undefined ? [] : [row('published changed', isChanged)]),
  ]
}
