import { isMissing, numericValues, SdcError, type CategoricalColumn, type Dataset, type Table } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/io'
import { inFile } from '../files/in-file.js'
import type { InputFile } from '../files/input-file.js'
import { readTable } from '../files/tables.js'
import { checkEquations, equationsOf } from './equations.js'
import { usualTotal, type TableColumns } from './table-columns.js'

/** A table with the file it came from. */
export interface TableFile {
  readonly source: CsvFile
  readonly table: Table
}

/**
 * Reads a table in long form. Throws WRONG_INPUT where it does not add up, a cell is there twice, or a number of it
 * cannot be one; MISSING_VALUES where a number is missing.
 */
export function readTableCells(file: InputFile, columns: TableColumns): TableFile {
  const { by, value, count, largest, total, header } = columns
  checkColumns(columns)
  // Levels are names even where they are digits; `NA` may be one.
  const slices = by.map((name): [string, FileSchema['columns'][string]] => [
    name,
    { kind: 'categorical', missing: [''] },
  ])
  const source = readTable(file, { columns: Object.fromEntries(slices), ...(header !== undefined && { header }) })
  const { dataset: data } = source
  const dimensions = by.map((name) => dimensionOf(data, name, total, file.name))
  checkTwice(dimensions, columns, file.name)
  checkTotal(dimensions, total)
  const values = complete(data, value, file.name)
  const counts = countsOf(data, count ?? value, count === undefined, file.name)
  const table: Table = {
    dimensions,
    counts,
    values,
    ...(largest && { largest: largestOf(data, largest, counts, file.name) }),
    equations: equationsOf(dimensions, total),
  }
  checkEquations(table, columns, file.name)
  return { source, table }
}

function checkColumns({ by, value, count, largest }: TableColumns): void {
  if (by.length === 0) throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, 'Name its columns with --by.')
  if (largest && largest.length !== 2) {
    const message = `--largest names ${largest.length} column(s), not the largest and the second largest contribution`
    throw new SdcError('BAD_OPTION', message, {}, 'Name both: --largest l1,l2.')
  }
  if (largest && count === undefined) {
    const message = 'a table with contributions needs their number, too'
    throw new SdcError('BAD_OPTION', message, {}, 'Name the column of the number of contributors: --count.')
  }
  const all = [...by, value, ...(count === undefined || count === value ? [] : [count]), ...(largest ?? [])]
  const twice = all.find((name, i) => all.indexOf(name) !== i)
  if (twice !== undefined)
    throw new SdcError('DUPLICATE_COLUMN', `column "${twice}" is named twice`, { column: twice }, 'Each is one thing.')
}

function dimensionOf(data: Dataset, name: string, total: string, file: string): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'numeric') throw new TypeError('dimensions are read as categories')
  const hole = column.codes.indexOf(-1)
  if (hole >= 0) {
    const message = `record ${hole + 1} has no level of "${name}"`
    throw new SdcError('MISSING_VALUES', message, { file, column: name, row: hole + 1 }, 'Every cell names its slice.')
  }
  if (!column.levels.includes(total)) return column
  const above = column.levels.map((level) => [level, level === total ? null : total] as const)
  return { ...column, taxonomy: new Map(above) }
}

/** A total that no dimension has is not looked for in vain: nothing would be checked to add up. */
function checkTotal(dimensions: readonly CategoricalColumn[], total: string): void {
  if (total === usualTotal || dimensions.some(({ levels }) => levels.includes(total))) return
  const message = `no dimension has the level "${total}", which is to be the total`
  throw new SdcError('BAD_OPTION', message, { parameter: 'total' }, 'Name it as the table does (--total).')
}

function checkTwice(dimensions: readonly CategoricalColumn[], { by }: TableColumns, file: string): void {
  const seen = new Map<string, number>()
  for (let c = 0; c < dimensions[0].codes.length; c++) {
    const key = dimensions.map(({ codes }) => codes[c]).join(',')
    const before = seen.get(key)
    if (before !== undefined) {
      const cell = by.map((name, d) => `${name}=${dimensions[d].levels[dimensions[d].codes[c]]}`).join(', ')
      const message = `the cell ${cell} is there twice, in records ${before + 1} and ${c + 1}`
      throw new SdcError(
        'WRONG_INPUT',
        message,
        { file, row: c + 1 },
        'Add the two, or name the dimension that tells them apart.',
      )
    }
    seen.set(key, c)
  }
}

function complete(data: Dataset, name: string, file: string): Float64Array {
  const values = inFile(file, name, () => numericValues(data, name))
  const hole = values.findIndex((value) => !Number.isFinite(value))
  if (hole < 0) return values
  const message = `column "${name}" has no finite number in record ${hole + 1}`
  const advice = 'A table is protected from its true cells: give all of them, 0 where nobody contributes.'
  throw new SdcError('MISSING_VALUES', message, { file, column: name, row: hole + 1 }, advice)
}

function countsOf(data: Dataset, name: string, areValues: boolean, file: string): Int32Array {
  const values = complete(data, name, file)
  const wrong = values.findIndex((count) => !Number.isInteger(count) || count < 0 || count > 2 ** 31 - 1)
  if (wrong < 0) return Int32Array.from(values)
  const advice = areValues ? 'Name the column of the number of contributors: --count.' : 'Correct it.'
  const message = `"${name}" of record ${wrong + 1} is ${values[wrong]}, and no number of contributors`
  throw new SdcError('WRONG_INPUT', message, { file, column: name, row: wrong + 1 }, advice)
}

/** The two largest contributions of each cell, one after the other; 0 for one that nobody made. */
function largestOf(data: Dataset, names: readonly string[], counts: Int32Array, file: string): Float64Array {
  const both = new Float64Array(2 * counts.length)
  for (const [j, name] of names.entries()) {
    const values = inFile(file, name, () => numericValues(data, name))
    const column = data.column(name)
    for (let c = 0; c < counts.length; c++) {
      const place = { file, column: name, row: c + 1 }
      if (!isMissing(column, c)) both[2 * c + j] = values[c]
      else if (counts[c] > j) {
        const message = `record ${c + 1} has ${counts[c]} contributors and no "${name}"`
        throw new SdcError('MISSING_VALUES', message, place, 'Leave it empty where there are fewer contributors only.')
      }
      if (j === 0 || both[2 * c + 1] <= both[2 * c]) continue
      const message = `"${name}" of record ${c + 1} is larger than "${names[0]}"`
      throw new SdcError('WRONG_INPUT', message, place, 'Name the largest contribution first: --largest l1,l2.')
    }
  }
  return both
}
