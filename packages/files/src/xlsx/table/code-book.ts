import type { ColumnDescription } from '../../dictionary/dictionary.js'
import type { StatColumn } from '../../dictionary/stat-table.js'
import type { XlsxSheet } from '../write-xlsx.js'

/**
 * Builds the code book of a table as a sheet: for each column a row with its label, or one for each value that has a
 * label or means missing.
 *
 * @param name - Name of the sheet.
 * @param columns - The columns.
 * @returns The sheet.
 */
export function codeBook(name: string, columns: readonly StatColumn[]): XlsxSheet {
  const rows = columns.flatMap((column) => {
    const { label = '' } = column.description
    const values = valueRows(column.description)
    return (values.length > 0 ? values : [['', '', '']]).map((row) => [column.name, label, ...row])
  })
  return { name, rows: [['name', 'label', 'value', 'value label', 'missing'], ...rows], bold: new Set([0]) }
}

function valueRows({ labels, missing, stored }: ColumnDescription): (string | number)[][] {
  const values = new Set([...(labels?.keys() ?? []), ...(missing?.values ?? [])])
  const said = new Set(missing?.values)
  const [low, high] = missing?.range ?? [Number.NaN, Number.NaN]
  const asCell = (text: string): string | number =>
    stored !== 'text' && String(Number(text)) === text ? Number(text) : text
  const rows = [...values].map((value) => {
    const isMissing = said.has(value) || /^\.[a-z_]$/.test(value) || (Number(value) >= low && Number(value) <= high)
    return [asCell(value), labels?.get(value) ?? '', isMissing ? 'yes' : '']
  })
  if (missing?.range === undefined) return rows
  const [from, to] = [low === -Infinity ? 'lowest' : low, high === Infinity ? 'highest' : high]
  return [...rows, [`${from} to ${to}`, '', 'yes']]
}
