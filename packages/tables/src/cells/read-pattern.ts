import { asNote, isMissing, numericValues, option, SdcError, unknownColumn, type Message, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import { type InputFile, inFile } from '@sdc/inspect'
import { textsOf } from '../read/cell-columns.js'
import { cellsOfRecords } from '../read/cells-by-name.js'
import { longFile } from '../read/long-file.js'
import type { TableFile } from './read-table-cells.js'
import { statusAdvice, statusReader, type StatusCodes, type StatusName } from '../read/status-codes.js'
import { suppressedMarks } from '../read/table-form.js'
import { columnNames, openSource, type TableSource } from '../read/table-source.js'

/** Statuses of cells in a pattern from any program. */
export const patternStatuses = ['published', 'primary', 'secondary', 'suppressed'] as const

export interface TablePattern {
  /** Index in `patternStatuses` for each cell of the table. */
  readonly statuses: Uint8Array
  /** True if it distinguishes sensitive cells from others. */
  readonly tellsPrimary: boolean
  readonly messages: readonly Message[]
}

export interface PatternOptions {
  /** Name of its column of statuses; `status` by default. */
  readonly patternStatus?: string | undefined
  /** Texts of a suppressed value. */
  readonly marks?: readonly string[] | undefined
}

/** Meaning of each `givenStatuses` in a published table: an already suppressed cell is secondary. */
const meanings: Readonly<Record<StatusName, number>> = {
  primary: 1,
  fixed: 0,
  must: 2,
  safe: 0,
  zero: 0,
}

/** A published value with a larger relative difference belongs to another table. */
const TOLERANCE = 1e-6

/**
 * Reads the suppressed cells of a table from a file in long form with the same dimensions, or any form of `longFile`. A
 * cell is suppressed by its status, an empty value, or a mark. A missing cell is not published either.
 *
 * @param given - The pattern.
 * @param of - The table of the pattern, with the same status codes.
 * @param options - Column of statuses, and marks.
 * @returns Status of each cell of the table, and messages about assumptions.
 * @throws WRONG_INPUT for a cell or value that the table lacks, or an unknown word; BAD_TABLE for a repeated cell;
 *   UNKNOWN_COLUMN, MISSING_VALUES, NOT_NUMERIC
 */
export function readPattern(given: InputFile, of: TableFile, options: PatternOptions = {}): TablePattern {
  const { by, value, header, statusCodes, form } = of.columns
  const { patternStatus, marks = [] } = options
  const file = longFile(given, { by, value, header, form, marks })
  const status = patternStatus ?? 'status'
  const names = columnNames(file, header)
  const lacking = [...by, ...(patternStatus === undefined ? [] : [patternStatus])].find((name) => !names.includes(name))
  const [hasStatus, hasValue] = [names.includes(status), names.includes(value)]
  if (lacking !== undefined || !(hasStatus || hasValue)) {
    const column = lacking ?? status
    const message =
      lacking === undefined
        ? `the pattern has neither a column "${status}" nor "${value}": nothing says which cells are suppressed`
        : `the pattern has no column "${lacking}"`
    const { fix } = unknownColumn(column, names)
    const named = lacking === undefined ? `Name its column of statuses: ${option('patternStatus')}.` : fix
    throw new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column }, named)
  }
  const source = openSource(file, by, {
    header,
    ...(hasValue && { marks: new Map([[value, [...suppressedMarks, ...marks]]]) }),
  })
  const { dataset } = source.csv
  const cells = cellsOfRecords(source, by, of.table, 'the pattern')
  checkTwice(cells, of.table, source)
  // A missing cell is not published.
  const statuses = new Uint8Array(of.table.values.length).fill(3)
  const words = hasStatus ? wordsOf(source, status, statusCodes) : undefined
  const values = hasValue ? inFile(file.name, value, () => numericValues(dataset, value)) : undefined
  let emptied = 0
  cells.forEach((cell, row) => {
    const word = words?.[row] ?? 0
    const empty = values !== undefined && isMissing(dataset.column(value), row)
    if (word === 0 && empty) emptied++
    statuses[cell] = word === 0 && empty ? 3 : word
    if (statuses[cell] === 0 && values !== undefined) checkValue(of.table, cell, values[row], source.place(row))
  })
  const missing = of.table.values.length - cells.length
  return {
    statuses,
    tellsPrimary: statuses.includes(1),
    messages: [
      ...(missing > 0 ? [asNote(`${missing} cell(s) of the table are not in the pattern: taken for suppressed`)] : []),
      ...(hasStatus && emptied > 0
        ? [asNote(`${emptied} cell(s) without a value are called published: taken for suppressed`)]
        : []),
    ],
  }
}

function checkTwice(cells: Int32Array, table: Table, source: TableSource): void {
  const seen = new Map<number, number>()
  cells.forEach((cell, row) => {
    const before = seen.get(cell)
    if (before !== undefined) {
      const message = `the cell ${cellName(table, cell)} is in the pattern twice, in records ${before + 1} and ${row + 1}`
      throw new SdcError('BAD_TABLE', message, source.place(row), 'Leave one of them out.')
    }
    seen.set(cell, row)
  })
}

function wordsOf(source: TableSource, name: string, known: StatusCodes | undefined): Uint8Array {
  const texts = textsOf(source, name)
  const read = statusReader(texts, known)
  return Uint8Array.from(texts, (own, row) => {
    const code = (patternStatuses as readonly string[]).indexOf(own.toLowerCase())
    const word = read(own)
    if (own === '' || code >= 0) return Math.max(0, code)
    if (word !== undefined) return meanings[word]
    const fix = statusAdvice(
      known,
      patternStatuses.filter((one) => one !== 'primary'),
    )
    throw new SdcError('WRONG_INPUT', `"${own}" is not a status of a cell`, source.place(row, name), fix)
  })
}

/** Otherwise the pattern of another table would be audited with these values. */
function checkValue(table: Table, cell: number, value: number, place: SdcError['place']): void {
  const own = table.values[cell]
  if (Math.abs(value - own) <= TOLERANCE * Math.max(Math.abs(value), Math.abs(own))) return
  const message = `the pattern publishes ${value} for ${cellName(table, cell)}, the table has ${own}`
  throw new SdcError(
    'WRONG_INPUT',
    message,
    place,
    `Give a pattern of this table with its values. Audit a rounded one before it is rounded: without ${option('thenRound')}.`,
  )
}
