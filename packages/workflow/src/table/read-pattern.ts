import { asNote, isMissing, numericValues, SdcError, unknownColumn, type Message, type Table } from '@sdc/core'
import type { CsvFile } from '@sdc/io'
import { cellName } from '@sdc/tabular'
import type { FileSchema } from '@sdc/engine'
import { inFile } from '../files/in-file.js'
import type { InputFile } from '../files/input-file.js'
import { readTable } from '../files/tables.js'
import { longFile } from './long-file.js'
import type { TableFile } from './read-table-cells.js'
import { suppressedMarks } from './table-form.js'

/** What is said of a cell by a pattern that any program may have made. */
export const patternWords = ['published', 'primary', 'secondary', 'suppressed'] as const

export interface TablePattern {
  /** The place in `patternWords` of each cell of the table. */
  readonly said: Uint8Array
  /** Whether it tells sensitive cells from others. */
  readonly tellsPrimary: boolean
  readonly messages: readonly Message[]
}

/** Words that programs write, by what they mean; letters are those of common programs for tables. */
const words: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['published', 0],
  ['safe', 0],
  ['s', 0],
  ['z', 0],
  ['primary', 1],
  ['unsafe', 1],
  ['u', 1],
  ['secondary', 2],
  ['m', 2],
  ['suppressed', 3],
  ['x', 3],
])

/** A published value that is farther from the table's, of the larger of both, is another table's. */
const TOLERANCE = 1e-6

/**
 * Reads which cells of a table are suppressed: a file in long form with the same dimensions, and a column `status`, or an
 * empty value or a mark where a cell is suppressed, or both; or any form that `longFile` knows. A cell that it lacks is not published either.
 *
 * @param given - The pattern.
 * @param of - The table that it is a pattern of.
 * @param status - What its column of statuses is called.
 * @returns What it says of each cell of the table, and messages about what was taken for what.
 * @throws WRONG_INPUT where it has a cell or a value that the table has not, or a word nobody knows; BAD_TABLE for a cell
 * that is there twice; UNKNOWN_COLUMN, MISSING_VALUES
 */
export function readPattern(given: InputFile, of: TableFile, status?: string): TablePattern {
  const { by, value, header, form } = of.columns
  const file = longFile(given, { by, value, header, form, marks: [] })
  const statusName = status ?? 'status'
  const categories = [...by, statusName].map((name): [string, FileSchema['columns'][string]] => [
    name,
    { kind: 'categorical', missing: name === statusName ? [] : [''] },
  ])
  const plain = readTable(file, { columns: {}, ...(header !== undefined && { header }) })
  const { names } = plain.dataset
  const lacking =
    by.find((name) => !names.includes(name)) ?? (status !== undefined && !names.includes(status) ? status : undefined)
  if (lacking !== undefined) {
    const message = `the pattern has no column "${lacking}"`
    throw new SdcError(
      'UNKNOWN_COLUMN',
      message,
      { file: file.name, column: lacking },
      unknownColumn(lacking, names).advice,
    )
  }
  const columns = {
    ...Object.fromEntries(categories.filter(([name]) => names.includes(name))),
    ...(names.includes(value) && { [value]: { missing: ['', 'NA', ...suppressedMarks] } }),
  }
  const source = readTable(file, { columns, ...(header !== undefined && { header }) })
  const [hasStatus, hasValue] = [names.includes(statusName), names.includes(value)]
  if (!hasStatus && !hasValue) {
    const message = `the pattern has neither a column "${statusName}" nor "${value}": nothing says which cells are suppressed`
    throw new SdcError(
      'UNKNOWN_COLUMN',
      message,
      { file: file.name, column: statusName },
      'Name its column of statuses: --pattern-status.',
    )
  }
  const cells = cellsOf(source, of.table, by, file.name)
  // A cell that is not there is not published.
  const said = new Uint8Array(of.table.values.length).fill(3)
  const words = hasStatus ? wordsOf(source, statusName, file.name) : undefined
  const values = hasValue ? inFile(file.name, value, () => numericValues(source.dataset, value)) : undefined
  let emptied = 0
  cells.forEach((cell, row) => {
    const word = words?.[row] ?? 0
    const empty = values !== undefined && isMissing(source.dataset.column(value), row)
    if (word === 0 && empty) emptied++
    said[cell] = word === 0 && empty ? 3 : word
    if (said[cell] === 0 && values !== undefined) checkValue(of.table, cell, values[row], row, file.name)
  })
  const missing = of.table.values.length - cells.length
  return {
    said,
    tellsPrimary: said.includes(1),
    messages: [
      ...(missing > 0 ? [asNote(`${missing} cell(s) of the table are not in the pattern: taken for suppressed`)] : []),
      ...(hasStatus && emptied > 0
        ? [asNote(`${emptied} cell(s) without a value are called published: taken for suppressed`)]
        : []),
    ],
  }
}

/** The cell of the table that each record is; throws for one that it has not, or that was there already. */
function cellsOf({ dataset }: CsvFile, table: Table, by: readonly string[], file: string): number[] {
  const strides: number[] = []
  let stride = 1
  for (const { levels } of table.dimensions) {
    strides.push(stride)
    stride *= levels.length
  }
  const at = new Map<number, number>()
  for (let c = 0; c < table.values.length; c++)
    at.set(
      table.dimensions.reduce((key, { codes }, d) => key + codes[c] * strides[d], 0),
      c,
    )
  const columns = by.map((name, d) => {
    const column = dataset.column(name)
    if (column.kind === 'numeric') throw new TypeError('dimensions are read as categories')
    const codes = new Map(table.dimensions[d].levels.map((level, code) => [level, code]))
    return { own: column, code: column.levels.map((level) => codes.get(level) ?? -1) }
  })
  const seen = new Map<number, number>()
  return Array.from({ length: dataset.rows }, (_, row) => {
    const codes = columns.map(({ own, code }) => (own.codes[row] < 0 ? -1 : code[own.codes[row]]))
    const cell = codes.includes(-1) ? undefined : at.get(codes.reduce((key, code, d) => key + code * strides[d], 0))
    const name = (): string =>
      columns.map(({ own }, d) => `${by[d]}=${own.codes[row] < 0 ? '' : own.levels[own.codes[row]]}`).join(', ')
    const place = { file, row: row + 1 }
    if (cell === undefined) {
      const message = `the pattern has the cell ${name()}, which the table has not`
      throw new SdcError('WRONG_INPUT', message, place, 'It is to be a pattern of this table.')
    }
    const before = seen.get(cell)
    if (before !== undefined) {
      const message = `the cell ${name()} is in the pattern twice, in records ${before + 1} and ${row + 1}`
      throw new SdcError('BAD_TABLE', message, place, 'Leave one of them out.')
    }
    seen.set(cell, row)
    return cell
  })
}

function wordsOf({ dataset }: CsvFile, name: string, file: string): Uint8Array {
  const column = dataset.column(name)
  if (column.kind === 'numeric') throw new TypeError('statuses are read as categories')
  const meaning = column.levels.map((level) => {
    const found = words.get(level.trim().toLowerCase())
    if (found !== undefined) return found
    const row = column.codes.indexOf(column.levels.indexOf(level)) + 1
    const advice = 'A cell is published (or empty, safe, s, z), primary (unsafe, u), secondary (m), or suppressed (x).'
    throw new SdcError('WRONG_INPUT', `"${level}" is no status of a cell`, { file, column: name, row }, advice)
  })
  return Uint8Array.from(column.codes, (code) => (code < 0 ? 0 : meaning[code]))
}

/** Another table's pattern would be audited with this one's values. */
function checkValue(table: Table, cell: number, value: number, row: number, file: string): void {
  const own = table.values[cell]
  if (Math.abs(value - own) <= TOLERANCE * Math.max(Math.abs(value), Math.abs(own))) return
  const message = `the pattern publishes ${value} for ${cellName(table, cell)}, the table has ${own}`
  throw new SdcError(
    'WRONG_INPUT',
    message,
    { file, row: row + 1 },
    'It is to be a pattern of this table, with its values.',
  )
}
