import { isMissing, numericValues, SdcError, type CategoricalColumn, type Table } from '@sdc/core'
import { inFile } from '@sdc/inspect'
import { statusAdvice, statusReader, type StatusName } from './status-codes.js'
import type { TableColumns } from './table-columns.js'
import type { TableSource } from './table-source.js'

/**
 * Returns the numbers of a column, with none missing.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @returns One number per cell.
 * @throws MISSING_VALUES, NOT_NUMERIC, UNKNOWN_COLUMN
 */
export function complete(source: TableSource, name: string): Float64Array {
  const values = numbersOf(source, name)
  const hole = values.findIndex((value) => !Number.isFinite(value))
  if (hole < 0) return values
  const message = `column "${name}" has no finite number in record ${hole + 1}`
  const fix = 'A table is protected from its true cells: give all of them, 0 where nobody contributes.'
  throw new SdcError('MISSING_VALUES', message, source.place(hole, name), fix)
}

/**
 * Returns the numbers of a column, with none missing or negative.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @returns One number per cell, 0 or more.
 * @throws WRONG_INPUT for a negative number; the errors of `complete`
 */
export function notNegative(source: TableSource, name: string): Float64Array {
  const values = complete(source, name)
  const wrong = values.findIndex((value) => value < 0)
  if (wrong < 0) return values
  const message = `"${name}" of record ${wrong + 1} is ${values[wrong]}, below 0`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), 'Correct it.')
}

/**
 * Returns the numbers of contributors; −1 if unknown.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @returns One number per cell.
 * @throws WRONG_INPUT for a number that is not a count; NOT_NUMERIC, UNKNOWN_COLUMN
 */
export function countsOf(source: TableSource, name: string): Int32Array {
  const values = numbersOf(source, name)
  const wrong = values.findIndex((count) => !Number.isNaN(count) && !isCount(count))
  if (wrong < 0) return Int32Array.from(values, (count) => (Number.isNaN(count) ? -1 : count))
  const message = `"${name}" of record ${wrong + 1} is ${values[wrong]}, and no number of contributors`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), 'Give a whole number from 0, or nothing.')
}

/** Returns true if a number may be one of contributors. */
export function isCount(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= 2 ** 31 - 1
}

/**
 * Returns the largest contributions of each cell, cell by cell; 0 if there are fewer.
 *
 * @param source - The file.
 * @param names - Names of the columns, the largest contribution first.
 * @param counts - Numbers of contributors; −1 if unknown.
 * @returns `names.length` numbers per cell.
 * @throws MISSING_VALUES if a cell has more contributors than contributions; NOT_NUMERIC, UNKNOWN_COLUMN
 */
export function largestOf(source: TableSource, names: readonly string[], counts: Int32Array): Float64Array {
  const top = names.length
  const all = new Float64Array(top * counts.length)
  for (const [j, name] of names.entries()) {
    const values = numbersOf(source, name)
    const column = source.csv.dataset.column(name)
    for (let c = 0; c < counts.length; c++) {
      if (!isMissing(column, c)) all[top * c + j] = values[c]
      else if (counts[c] > j) {
        const message = `record ${c + 1} has ${counts[c]} contributors and no "${name}"`
        const fix = 'Leave it empty where there are fewer contributors only.'
        throw new SdcError('MISSING_VALUES', message, source.place(c, name), fix)
      }
    }
  }
  return all
}

/**
 * Returns the statuses of cells from a column, if there is one; undefined for a cell without a status.
 *
 * @param source - The file.
 * @param columns - Name of the column, and meanings of its codes.
 * @returns One status per cell.
 * @throws WRONG_INPUT for an unknown status; UNKNOWN_COLUMN
 */
export function statusesOf(
  source: TableSource,
  { status: name, statusCodes }: Pick<TableColumns, 'status' | 'statusCodes'>,
): readonly (StatusName | undefined)[] {
  if (name === undefined) return []
  const texts = textsOf(source, name)
  const read = statusReader(texts, statusCodes)
  return texts.map((own, c) => {
    const word = own === '' ? undefined : read(own)
    if (word !== undefined || own === '') return word
    const message = `"${name}" of record ${c + 1} is "${own}", and no status of a cell`
    throw new SdcError('WRONG_INPUT', message, source.place(c, name), statusAdvice(statusCodes))
  })
}

/**
 * Returns the trimmed texts of a column, '' if missing.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @returns One text per cell.
 */
export function textsOf(source: TableSource, name: string): string[] {
  const column = source.csv.dataset.column(name)
  if (column.kind === 'numeric') return Array.from(column.values, (x) => (Number.isNaN(x) ? '' : String(x)))
  const levels = column.levels.map((level) => level.trim())
  return Array.from(column.codes, (code) => (code < 0 ? '' : levels[code]))
}

/**
 * Returns the public bounds of cells; an empty bound is infinite.
 *
 * @param source - The file.
 * @param columns - Names of the columns.
 * @returns The bounds; undefined without columns.
 * @throws WRONG_INPUT if a lower bound is above the upper one; NOT_NUMERIC, UNKNOWN_COLUMN
 */
export function knownOf(source: TableSource, { low, high }: TableColumns): Table['known'] {
  if (low === undefined || high === undefined) return undefined
  const bound = (name: string, none: number): Float64Array =>
    numbersOf(source, name).map((value) => (Number.isNaN(value) ? none : value))
  const known = { low: bound(low, -Infinity), high: bound(high, Infinity) }
  const wrong = known.low.findIndex((least, c) => least > known.high[c])
  if (wrong < 0) return known
  const message = `record ${wrong + 1} has "${low}" ${known.low[wrong]} above "${high}" ${known.high[wrong]}`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, low), 'The lower bound is at most the upper one.')
}

/**
 * Returns the cell keys, from 0 to below 1.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @returns One key per cell.
 * @throws WRONG_INPUT for a number outside this range; the errors of `complete`
 */
export function keysOf(source: TableSource, name: string): Float64Array {
  const keys = complete(source, name)
  const wrong = keys.findIndex((key) => key < 0 || key >= 1)
  if (wrong < 0) return keys
  const message = `"${name}" of record ${wrong + 1} is ${keys[wrong]}, and no key of a cell`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), 'A key is from 0 to below 1.')
}

/**
 * Returns the lone respondent of each cell, by places of `levels`. A cell with another number of contributors must have
 * none.
 *
 * @param source - The file.
 * @param name - Name of the column.
 * @param counts - Numbers of contributors; −1 if unknown.
 * @returns One respondent per cell; missing if nobody is alone.
 * @throws WRONG_INPUT for a lone respondent in a cell with another number of contributors; UNKNOWN_COLUMN
 */
export function loneOf(source: TableSource, name: string, counts: Int32Array): CategoricalColumn {
  const column = source.csv.dataset.column(name)
  if (column.kind === 'numeric') throw new TypeError('respondents are read as categories')
  const wrong = column.codes.findIndex((code, c) => code >= 0 && counts[c] >= 0 && counts[c] !== 1)
  if (wrong < 0) return column
  const message = `"${name}" of record ${wrong + 1} says that somebody is alone in a cell of ${counts[wrong]} contributors`
  const fix = 'Name the respondent where a cell has one contributor, nobody elsewhere.'
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), fix)
}

function numbersOf(source: TableSource, name: string): Float64Array {
  return inFile(source.file.name, name, () => numericValues(source.csv.dataset, name))
}
