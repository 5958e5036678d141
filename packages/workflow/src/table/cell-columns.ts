import { categorical, givenStatuses, isMissing, numericValues, SdcError, type Table } from '@sdc/core'
import { inFile } from '../files/in-file.js'
import type { TableColumns } from './table-columns.js'
import type { TableSource } from './table-source.js'

/** The numbers of a column, every one of them there. Throws MISSING_VALUES, NOT_NUMERIC, UNKNOWN_COLUMN. */
export function complete(source: TableSource, name: string): Float64Array {
  const values = numbersOf(source, name)
  const hole = values.findIndex((value) => !Number.isFinite(value))
  if (hole < 0) return values
  const message = `column "${name}" has no finite number in record ${hole + 1}`
  const advice = 'A table is protected from its true cells: give all of them, 0 where nobody contributes.'
  throw new SdcError('MISSING_VALUES', message, source.place(hole, name), advice)
}

/** The same, none below 0. */
export function notNegative(source: TableSource, name: string): Float64Array {
  const values = complete(source, name)
  const wrong = values.findIndex((value) => value < 0)
  if (wrong < 0) return values
  const message = `"${name}" of record ${wrong + 1} is ${values[wrong]}, below 0`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), 'Correct it.')
}

/** The contributors of every cell; where the values are taken for them, the error says how to name a column. */
export function countsOf(source: TableSource, name: string, areValues: boolean): Int32Array {
  const values = complete(source, name)
  const wrong = values.findIndex((count) => !Number.isInteger(count) || count < 0 || count > 2 ** 31 - 1)
  if (wrong < 0) return Int32Array.from(values)
  const advice = areValues ? 'Name the column of the number of contributors: --count.' : 'Correct it.'
  const message = `"${name}" of record ${wrong + 1} is ${values[wrong]}, and no number of contributors`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), advice)
}

/** The largest contributions of each cell, one cell after the other; 0 for one that nobody made. */
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
        const advice = 'Leave it empty where there are fewer contributors only.'
        throw new SdcError('MISSING_VALUES', message, source.place(c, name), advice)
      }
    }
  }
  return all
}

/** What the file says is to become of the cells, where it has a column for it. */
export function givenOf(source: TableSource, { status: name }: TableColumns): Pick<Table, 'given'> {
  if (name === undefined) return {}
  const column = source.csv.dataset.column(name)
  if (column.kind === 'numeric') {
    const number = column.values.findIndex((value) => !Number.isNaN(value))
    if (number >= 0) throw noStatus(source, name, number, String(column.values[number]))
    return { given: new Uint8Array(column.values.length) }
  }
  const codes = column.levels.map((level) => (givenStatuses as readonly string[]).indexOf(level.trim().toLowerCase()))
  const wrong = column.codes.findIndex((code) => code >= 0 && codes[code] < 0)
  if (wrong >= 0) throw noStatus(source, name, wrong, column.levels[column.codes[wrong]])
  return { given: Uint8Array.from(column.codes, (code) => (code < 0 ? 0 : codes[code])) }
}

function noStatus(source: TableSource, name: string, cell: number, text: string): SdcError {
  const message = `"${name}" of record ${cell + 1} is "${text}", and no status of a cell`
  const advice = `A status is empty, ${givenStatuses.slice(1, -1).join(', ')} or ${givenStatuses.at(-1)}.`
  return new SdcError('WRONG_INPUT', message, source.place(cell, name), advice)
}

/** What everybody knows the cells to lie between; an empty bound is none. */
export function knownOf(source: TableSource, { low, high }: TableColumns): Pick<Table, 'known'> {
  if (low === undefined || high === undefined) return {}
  const bound = (name: string, none: number): Float64Array =>
    numbersOf(source, name).map((value) => (Number.isNaN(value) ? none : value))
  const known = { low: bound(low, -Infinity), high: bound(high, Infinity) }
  const wrong = known.low.findIndex((least, c) => least > known.high[c])
  if (wrong < 0) return { known }
  const message = `record ${wrong + 1} has "${low}" ${known.low[wrong]} above "${high}" ${known.high[wrong]}`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, low), 'The lower bound is at most the upper one.')
}

/** The keys of the cells, from 0 to below 1. */
export function keysOf(source: TableSource, name: string): Float64Array {
  const keys = complete(source, name)
  const wrong = keys.findIndex((key) => key < 0 || key >= 1)
  if (wrong < 0) return keys
  const message = `"${name}" of record ${wrong + 1} is ${keys[wrong]}, and no key of a cell`
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), 'A key is from 0 to below 1.')
}

/** Who is alone in a cell; nobody may be where it has more contributors than one. */
export function aloneOf(
  source: TableSource,
  { alone: name }: TableColumns,
  counts: Int32Array,
): Pick<Table, 'alone' | 'respondents'> {
  if (name === undefined) return {}
  const { levels, codes } = namesIn(source, name)
  const order = [...new Set(levels)].sort()
  const number = new Map(order.map((one, i) => [one, i]))
  const alone = codes.map((code) => (code < 0 ? -1 : (number.get(levels[code]) ?? -1)))
  const wrong = alone.findIndex((who, c) => who >= 0 && counts[c] >= 0 && counts[c] !== 1)
  if (wrong < 0) return { alone, respondents: order }
  const message = `"${name}" of record ${wrong + 1} says that somebody is alone in a cell of ${counts[wrong]} contributors`
  const advice = 'Name the respondent where a cell has one contributor, nobody elsewhere.'
  throw new SdcError('WRONG_INPUT', message, source.place(wrong, name), advice)
}

function numbersOf(source: TableSource, name: string): Float64Array {
  return inFile(source.file.name, name, () => numericValues(source.csv.dataset, name))
}

/** A column of names; numbers are names, too. */
function namesIn(source: TableSource, name: string): { levels: readonly string[]; codes: Int32Array } {
  const column = source.csv.dataset.column(name)
  if (column.kind === 'categorical') return column
  const texts = Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)))
  return categorical(texts)
}
