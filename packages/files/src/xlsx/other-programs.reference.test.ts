import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { isoNumber } from '@sdc/core'
import type { StatColumn, StatTable } from '../dictionary/stat-table.js'
import { isXlsxError, readXlsx, readXlsxTable, writeXlsxTable, type XlsxCell, type XlsxTableOptions } from '../xlsx.js'
import { plainColumns } from './table/plain-columns.fixture.js'

interface Expected {
  readonly sheets: readonly { readonly sheet: string; readonly rows: number; readonly cells: readonly XlsxCell[][] }[]
}

const files = haveData('stat/xlsx')
  ? [...readdirSync(pathOf('stat/xlsx')).map((name) => `xlsx/${name}`), 'survey/survey.xlsx']
  : []
const bytesOf = (name: string): Uint8Array => readFileSync(pathOf(`stat/${name}`))
const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(pathOf(`stat/expected/${name.replace('/', '__')}.json`), 'utf8')) as Expected

/** Errors are empty in readxl; its lines end with LF, and its times are truncated to seconds. */
function asReadxl(cell: XlsxCell | undefined): unknown {
  if (cell === undefined || cell === null || isXlsxError(cell)) return null
  if (typeof cell === 'string') return cell.replaceAll('\r\n', '\n') || null
  return typeof cell === 'object' ? Math.round(Date.parse(`${cell.date}Z`) / 2000) : cell
}

/** Rows of the sheet for the rows of the expected cells: of long sheets the header, the first and the last 20. */
function rowsOf({ rows, cells }: Expected['sheets'][number]): number[] {
  return cells.map((_, r) => (rows <= 300 || r <= 20 ? r : rows - cells.length + r))
}

/** Value of a column for an expected cell. */
function asColumn(cell: XlsxCell | undefined, { cells, description }: StatColumn): unknown {
  const value = asReadxl(cell)
  if (value === null) return null
  const isDate = typeof cell === 'object'
  if (cells.kind === 'texts') {
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    return isDate ? expect.stringContaining((cell as { date: string }).date.slice(0, 10)) : String(value)
  }
  if (!isDate) return value
  const { date } = cell as { date: string }
  return description.time === 'date'
    ? isoNumber('date', date.slice(0, 10))
    : // Exact to a second.
      expect.closeTo(isoNumber('datetime', date), -0.3)
}

describe.skipIf(files.length === 0)('workbooks of other programs', () => {
  it.each(files)('%s has the cells that readxl finds', (name) => {
    const bytes = bytesOf(name)
    for (const expected of expectedOf(name).sheets) {
      const { sheet, cells } = expected
      const read = readXlsx(bytes, { sheet }).rows
      const at = rowsOf(expected)
      cells.forEach((line, i) =>
        expect(
          line.map((_, c) => asReadxl(read[at[i]]?.[c])),
          `${sheet}, row ${at[i] + 1}`,
        ).toEqual(line.map(asReadxl)),
      )
    }
  })

  it.each<[name: string, sheet: string, options?: XlsxTableOptions]>([
    ['made-hand.xlsx', 'data'],
    ['made-hand.xlsx', 'merged header', { skip: 1 }],
    ['made-hand.xlsx', 'hidden'],
    ['made-hand-1904.xlsx', 'data'],
    ['readxl-dates-leap-1900.xlsx', 'for_testing'],
    ['readxl-dates-leap-1900.xlsx', 'for_human_eyes'],
    ['readxl-deaths.xlsx', 'arts', { skip: 4 }],
    ['readxl-deaths.xlsx', 'other', { skip: 4 }],
    ['readxl-ns-prefix.xlsx', 'Sheet1'],
    ['readxl-type-me.xlsx', 'logical_coercion'],
    ['readxl-type-me.xlsx', 'numeric_coercion'],
    ['readxl-type-me.xlsx', 'date_coercion'],
    ['readxl-type-me.xlsx', 'text_coercion'],
    ['../survey/survey.xlsx', 'data'],
    ['../survey/survey.xlsx', 'codebook'],
  ])('%s, sheet %s, is a table of these cells', (name, sheet, options = {}) => {
    const file = name.replace('../survey/', '')
    const folder = file === name ? 'xlsx' : 'survey'
    const { table } = readXlsxTable(bytesOf(`${folder}/${file}`), { sheet, ...options })
    const expected = expectedOf(`${folder}/${file}`).sheets.find((one) => one.sheet === sheet)
    if (expected === undefined) throw new Error(`no sheet ${sheet}`)
    const [header, ...lines] = expected.cells.slice(options.skip ?? 0)
    const values = plainColumns(table)
    const at = rowsOf(expected).slice((options.skip ?? 0) + 1)
    expect(table.rows).toBe(expected.rows - (options.skip ?? 0) - 1)
    expect(table.columns.map((column) => column.name)).toEqual(header)
    table.columns.forEach((column, c) => {
      const read = at.map((row) => values[column.name][row - (options.skip ?? 0) - 1])
      const lf = read.map((value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value))
      expect(lf, column.name).toEqual(lines.map((line) => asColumn(line[c], column)))
    })
  })

  it.each([
    ['readxl-dates-libreoffice.xlsx', 'row 1 of the sheet "Sheet1" has no texts'],
    ['readxl-deaths.xlsx', 'has 2 sheets: "arts", "other"'],
    ['readxl-duplicate-names.xlsx', 'column A of the sheet "Sheet1" has no name in row 1'],
    ['readxl-missing-v.xlsx', 'C2 holds a formula without its result'],
    ['readxl-richtext.xlsx', 'A1 and B1 of the sheet "Sheet1" are both named "abcd"'],
  ])('%s is refused as a table', (name, message) => {
    expect(() => readXlsxTable(bytesOf(`xlsx/${name}`))).toThrow(message)
  })
})

describe.skipIf(files.length === 0)('the workbook of the survey', () => {
  let bytes: Uint8Array
  let table: StatTable
  beforeAll(() => {
    bytes = bytesOf('survey/survey.xlsx')
    table = readXlsxTable(bytes, { sheet: 'data' }).table
  })

  it('is read within a CPU second', () => {
    const began = process.cpuUsage()
    readXlsxTable(bytes, { sheet: 'data' })
    const { user, system } = process.cpuUsage(began)
    expect(user + system).toBeLessThan(1_000_000)
  })

  it('is the same after writing and reading', () => {
    const written = Uint8Array.from([...writeXlsxTable(table).content].flatMap((piece) => [...piece]))
    const again = readXlsxTable(written).table
    expect(plainColumns(again)).toEqual(plainColumns(table))
    expect(again.columns.map(({ description }) => description)).toEqual(
      table.columns.map(({ description }) => description),
    )
  })
})
