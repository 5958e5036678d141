import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { isXlsxError, readXlsx, type XlsxCell } from '../xlsx.js'

interface Expected {
  readonly sheets: readonly { readonly sheet: string; readonly rows: number; readonly cells: readonly XlsxCell[][] }[]
}

const files = haveData('stat/xlsx')
  ? [...readdirSync(pathOf('stat/xlsx')).map((name) => `xlsx/${name}`), 'survey/survey.xlsx']
  : []

/** Errors are empty for readxl; its lines end with LF, and its times are cut to seconds. */
function asReadxl(cell: XlsxCell | undefined): unknown {
  if (cell === undefined || cell === null || isXlsxError(cell)) return null
  if (typeof cell === 'string') return cell.replaceAll('\r\n', '\n') || null
  return typeof cell === 'object' ? Math.round(Date.parse(`${cell.date}Z`) / 2000) : cell
}

describe.skipIf(files.length === 0)('workbooks of other programs', () => {
  it.each(files)('%s has the cells that readxl finds', (name) => {
    const expected = JSON.parse(
      readFileSync(pathOf(`stat/expected/${name.replace('/', '__')}.json`), 'utf8'),
    ) as Expected
    const bytes = readFileSync(pathOf(`stat/${name}`))
    for (const { sheet, rows, cells } of expected.sheets) {
      const read = readXlsx(bytes, { sheet }).rows
      // Of long ones the header, the first and the last 20 rows are expected.
      const at = rows <= 300 ? cells.map((_, r) => r) : cells.map((_, r) => (r <= 20 ? r : rows - cells.length + r))
      cells.forEach((line, i) =>
        expect(
          line.map((_, c) => asReadxl(read[at[i]]?.[c])),
          `${sheet}, row ${at[i] + 1}`,
        ).toEqual(line.map(asReadxl)),
      )
    }
  })
})
