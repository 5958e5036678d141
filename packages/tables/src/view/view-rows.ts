import { option, SdcError, type Column } from '@sdc/core'
import { writeRows } from '@sdc/files'
import { sheetNames, writeXlsx, type XlsxSheet } from '@sdc/files/xlsx'
import { crosstabOf } from '@sdc/report/tables'
import { longRecords } from './long-form.js'
import { numberMarks, numberWriter } from '../read/number-marks.js'
import { noCell } from '../read/table-form.js'
import type { TableVersion, TableView } from './table-view.js'
import { cellMarks } from './view-text.js'

/** Layout of the CSV and the workbook of a protected table. */
export interface TableLayout {
  /** `long`: one line per cell; `wide`: one dimension across. By default a CSV file is long, a workbook wide. */
  readonly layout?: 'long' | 'wide' | undefined
  /** Dimension across; the last by default, or if the table lacks it. */
  readonly across?: string | undefined
  /** Mark of a suppressed value in the public version; `usualMark` for a wide table or a workbook. */
  readonly mark?: string | undefined
  /** Language of the numbers and of the separator. */
  readonly locale?: string | undefined
  /** True to mark groups of digits, as in the language. */
  readonly thousands?: boolean | undefined
}

const usualMark = 'x'

/**
 * Throws for a layout of a table that could not be read back.
 *
 * @param layout - The layout.
 * @param dimensions - Dimensions of the tables.
 * @throws BAD_OPTION for a mark that is a number, empty, or means no cell; for a dimension across that no table has;
 *   for an unknown language; for thousands marks without a language
 */
export function checkLayout({ mark, across, locale, thousands }: TableLayout, dimensions: readonly string[]): void {
  if (locale !== undefined) numberMarks(locale)
  const refuse = (message: string, parameter: string, fix: string): never => {
    throw new SdcError('BAD_OPTION', message, { parameter }, fix)
  }
  if (mark !== undefined && (mark.trim() === '' || mark === noCell || /\d/.test(mark)))
    refuse(
      `the mark ${JSON.stringify(mark)} could be taken for a value`,
      option('mark'),
      'Name a word or a sign: x, :, n.p.',
    )
  if (across !== undefined && !dimensions.includes(across))
    refuse(`no table has the dimension "${across}"`, option('across'), `The dimensions are ${dimensions.join(', ')}.`)
  if (thousands === true && locale === undefined)
    refuse(
      'nothing says how thousands are marked',
      option('thousands'),
      `Name the language: ${option('locale', 'de')}.`,
    )
}

/** Returns true if a CSV file is not in long form in the dialect of its source. */
export function isLaidOut({ layout, mark, locale }: TableLayout): boolean {
  return layout === 'wide' || mark !== undefined || locale !== undefined
}

/**
 * Returns a protected table as CSV in a layout. Numbers have the digits that read back bit-equal. In a wide table of
 * more than two dimensions each block has its codes in the line above its header, and an empty line after it.
 *
 * @param view - The table.
 * @param version - Internal or public; in a wide table the internal one distinguishes primary (p) from secondary (s)
 *   cells.
 * @param layout - The layout.
 * @returns The text.
 */
export function viewCsv(view: TableView, version: TableVersion, layout: TableLayout): string {
  const own = { decimal: '.' as const, separator: ',', ...view.source?.dialect }
  const marks =
    layout.locale === undefined ? { ...own, thousands: '', groups: [3, 3] as const } : numberMarks(layout.locale)
  const number = numberWriter(marks, layout.thousands === true)
  const sheets = layout.layout === 'wide' ? wideSheets(view, version, layout) : [longSheet(view, version, layout.mark)]
  const rows = sheets.flatMap((sheet, s) => [...(s > 0 ? [[]] : []), ...sheet.rows])
  return writeRows(
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : String(cell ?? '')))),
    marks.separator,
  )
}

/**
 * Returns a protected table as an Excel workbook: one sheet, or one for each block of a wide table of more than two
 * dimensions; header and totals are bold. The internal version of a wide table lists the suppressed cells in a separate
 * sheet.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param layout - The layout.
 * @returns The file, the same bytes each time.
 */
export function viewXlsx(view: TableView, version: TableVersion, layout: TableLayout): Uint8Array {
  const { mark = usualMark } = layout
  const isWide = layout.layout !== 'long'
  const all = isWide ? wideSheets(view, version, layout) : [longSheet(view, version, mark)]
  if (isWide && version === 'internal' && view.status.some((one) => one > 0)) {
    const list = longSheet(view, version, mark, (cell) => view.status[cell] > 0)
    all.push({ ...list, name: 'suppressed cells' })
  }
  const names = sheetNames(all.map(({ name }) => name))
  return writeXlsx(all.map((sheet, s) => ({ ...sheet, name: names[s] })))
}

type Row = (string | number | null)[]

interface Sheet extends XlsxSheet {
  readonly rows: Row[]
  readonly bold: Set<number>
}

function longSheet(
  view: TableView,
  version: TableVersion,
  mark: string | undefined,
  isListed: (cell: number) => boolean = () => true,
): Sheet {
  const { value, status, table } = view
  const records = longRecords(view, version)
  const totals = table.dimensions.map(({ levels, taxonomy }) => {
    const above = new Set(taxonomy?.values())
    return levels.map((level) => above.has(level))
  })
  const rows: Row[] = [records.map(([name]) => name)]
  const bold = new Set([0])
  for (let cell = 0; cell < status.length; cell++) {
    if (!isListed(cell)) continue
    if (table.dimensions.some(({ codes }, d) => totals[d][codes[cell]])) bold.add(rows.length)
    const hidden = status[cell] > 0 && mark !== undefined ? mark : null
    rows.push(records.map(([name, column]) => cellOf(column, cell) ?? (name === value ? hidden : null)))
  }
  return { name: value, rows, bold }
}

function cellOf(column: Column, row: number): string | number | null {
  if (column.kind === 'categorical') return column.codes[row] < 0 ? null : column.levels[column.codes[row]]
  const value = column.values[row]
  return Number.isNaN(value) ? null : value
}

function wideSheets(view: TableView, version: TableVersion, { across, mark = usualMark }: TableLayout): Sheet[] {
  const { table, by, value, status, values = table.values } = view
  const order = by.map((_, d) => d)
  const last = across === undefined ? -1 : by.indexOf(across)
  if (last >= 0) order.push(...order.splice(last, 1))
  const dimensions = order.map((d) => table.dimensions[d])
  const names = order.map((d) => by[d])
  const marks = version === 'public' ? [mark, mark, mark] : cellMarks.internal
  const { rows, columns, sheets } = crosstabOf({ dimensions, names }, value)
  return sheets.map(({ cells }) => {
    // Every block has a cell, and all its cells have its codes.
    const some = cells.find((cell) => cell >= 0) ?? 0
    const block = dimensions.slice(0, -2).map(({ levels, codes }, d) => [names[d], levels[codes[some]]])
    const head: Row[] = [
      ...(block.length > 0 ? [block.flat()] : []),
      [names.at(-2) ?? names[0], ...columns.map(({ label }) => label)],
    ]
    const bold = new Set(head.keys())
    const body = rows.map(({ label, isTotal }, r): Row => {
      if (isTotal) bold.add(head.length + r)
      const own = cells.subarray(r * columns.length, (r + 1) * columns.length)
      return [
        label,
        ...Array.from(own, (cell) => (cell < 0 ? noCell : status[cell] > 0 ? marks[status[cell]] : values[cell])),
      ]
    })
    return { name: block.map(([, code]) => code).join(', ') || value, rows: [...head, ...body], bold }
  })
}
