import { listed, numericValues, SdcError, unknownColumn, type CellContributions, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import { inFile, type InputFile } from '@sdc/inspect'
import { cellsOfRecords } from './cells-by-name.js'
import { columnNames, openSource, sliceOf } from './table-source.js'

/** Names of the columns of a file of contributions, besides the dimensions. */
export const contributionColumns = { respondent: 'respondent', value: 'x' } as const

/** Throws BAD_OPTION for a dimension with the name of a column of contributions. */
export function checkContributionNames(by: readonly string[]): void {
  const clash = by.find((name) => Object.values<string>(contributionColumns).includes(name))
  if (clash === undefined) return
  const message = `the dimension "${clash}" is called as a column of the contributions`
  throw new SdcError('BAD_OPTION', message, { column: clash }, 'Rename the column in the file.')
}

/** Relative tolerance by which contributions may exceed the value of their cell: decimals are rounded to binary. */
const TOLERANCE = 1e-9

/** Contributions by the names of the respondents. */
export interface NamedContributions {
  /** Cell of every record, and the place of its respondent in `names`. */
  readonly cells: Int32Array
  readonly respondents: Int32Array
  readonly values: Float64Array
  readonly names: readonly string[]
}

/**
 * Reads contributions of respondents: a CSV file with the dimensions, `respondent`, and `x`.
 *
 * @param file - The file.
 * @param by - The dimensions.
 * @param table - The table, with its relations.
 * @param header - True if the first line has names, even if these are numbers; undefined by default.
 * @returns One contribution per record.
 * @throws BAD_OPTION, UNKNOWN_COLUMN; WRONG_INPUT for an unknown cell, a total, or contributions above the value of
 *   their cell; NOT_NUMERIC, MISSING_VALUES
 */
export function readContributions(
  file: InputFile,
  by: readonly string[],
  table: Pick<Table, 'dimensions' | 'names' | 'values' | 'equations'>,
  header: boolean | undefined,
): NamedContributions {
  const { respondent, value } = contributionColumns
  checkContributionNames(by)
  const names = columnNames(file, header)
  const lacking = [...by, respondent, value].find((name) => !names.includes(name))
  if (lacking !== undefined) {
    const message = `the contributions have no column "${lacking}"`
    const fix = `The columns are ${listed([...by, respondent, value])}. ${unknownColumn(lacking, names).fix}`
    throw new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column: lacking }, fix)
  }
  const source = openSource(file, [...by, respondent], { header })
  const cells = cellsOfRecords(source, by, table, 'the file of contributions')
  const who = sliceOf(source, respondent)
  const values = inFile(file.name, value, () => numericValues(source.csv.dataset, value))
  const hole = values.findIndex((one) => !Number.isFinite(one))
  if (hole >= 0) {
    const message = `record ${hole + 1} has no contribution ("${value}")`
    throw new SdcError(
      'MISSING_VALUES',
      message,
      source.place(hole, value),
      'Give the contribution, or leave the line out.',
    )
  }
  const isTotal = new Uint8Array(table.values.length)
  for (const { cells: of } of table.equations) isTotal[of[0]] = 1
  const total = cells.findIndex((cell) => isTotal[cell] === 1)
  if (total >= 0) {
    const message = `record ${total + 1} is a contribution to ${cellName(table, cells[total])}, which is a total`
    const fix = 'Give contributions to inner cells only: those to a total follow.'
    throw new SdcError('WRONG_INPUT', message, source.place(total), fix)
  }
  const sums = new Float64Array(table.values.length)
  cells.forEach((cell, i) => (sums[cell] += values[i]))
  const isAbove = (sum: number, c: number): boolean =>
    sum > table.values[c] + TOLERANCE * Math.max(sum, Math.abs(table.values[c]))
  const above = values.some((one) => one < 0) ? -1 : sums.findIndex(isAbove)
  if (above >= 0) {
    const message = `the contributions to ${cellName(table, above)} sum to ${sums[above]}, and its value is ${table.values[above]}`
    throw new SdcError(
      'WRONG_INPUT',
      message,
      source.place(cells.indexOf(above)),
      'Correct the contributions or the table.',
    )
  }
  return { cells, respondents: who.codes, values, names: who.levels }
}

/**
 * Packs contributions by cell, with those of one respondent to a cell added, in the order of respondents.
 *
 * @param found - One contribution per record.
 * @param size - Number of cells of the table.
 * @param numbers - Number of each of `found.names`.
 * @returns The contributions in the form of a table.
 */
export function packedContributions(
  { cells, respondents, values }: NamedContributions,
  size: number,
  numbers: Int32Array,
): CellContributions {
  const own = respondents.map((code) => numbers[code])
  const order = Int32Array.from(cells, (_, i) => i).sort((a, b) => cells[a] - cells[b] || own[a] - own[b])
  const starts = new Int32Array(size + 1)
  const [packedWho, packedValues]: [number[], number[]] = [[], []]
  let before = -1
  for (const i of order) {
    if (before >= 0 && cells[before] === cells[i] && own[before] === own[i])
      packedValues[packedValues.length - 1] += values[i]
    else {
      packedWho.push(own[i])
      packedValues.push(values[i])
      starts[cells[i] + 1]++
    }
    before = i
  }
  for (let c = 0; c < size; c++) starts[c + 1] += starts[c]
  return { starts, respondents: Int32Array.from(packedWho), values: Float64Array.from(packedValues) }
}
