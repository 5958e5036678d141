import { SdcError, type CategoricalColumn, type Dataset, type Table } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/io'
import { cellName, relationsOf } from '@sdc/tabular'
import type { InputFile } from '../files/input-file.js'
import { readTable } from '../files/tables.js'
import { additiveColumns, checkRelations } from './check-relations.js'
import { checkContributions } from './check-contributions.js'
import { complete, countsOf, givenOf, keysOf, knownOf, largestOf, aloneOf, notNegative } from './cell-columns.js'
import { withLevelsAbove } from './dimension-levels.js'
import type { LongFile } from './long-file.js'
import { namedColumns, usualTotal, type TableColumns } from './table-columns.js'
import { tableSource, type TableSource } from './table-source.js'

/** A table with the file it came from. */
export interface TableFile {
  readonly source: CsvFile
  readonly table: Table
  /** Which column of the file is what. */
  readonly columns: TableColumns
  /** What its values are sums of, or what it counts, where the description says it. */
  readonly of?: string | undefined
  /** Σ weight of the contributors of each cell, where the file says it. */
  readonly weights?: Float64Array | undefined
}

/**
 * Reads a table in long form.
 *
 * @param file - A line a cell, totals among them.
 * @param columns - Which columns are what.
 * @returns The table, with its relations.
 * @throws BAD_TABLE where it does not add up, lacks a total or has a cell twice; WRONG_INPUT where a number of it cannot be
 * one; MISSING_VALUES where one is missing; BAD_HIERARCHY, BAD_OPTION, DUPLICATE_COLUMN, UNKNOWN_COLUMN
 */
export function readTableCells(file: InputFile, columns: TableColumns): TableFile {
  checkColumns(columns)
  const source = openTable(file, columns)
  return tableIn(source, columns)
}

/** Reads the file itself, its dimensions as names. */
export function openTable(file: LongFile, { by, header }: Pick<TableColumns, 'by' | 'header'>): TableSource {
  // Levels are names even where they are digits; `NA` may be one.
  const slices = by.map((name): [string, FileSchema['columns'][string]] => [
    name,
    { kind: 'categorical', missing: [''] },
  ])
  const csv = readTable(file, { columns: Object.fromEntries(slices), ...(header !== undefined && { header }) }, null)
  return tableSource(file, csv, header)
}

/** The cells of a file that was read. */
export function tableIn(source: TableSource, columns: TableColumns): TableFile {
  const { by, value, count, largest, magnitude, weight, cost, key, total, hierarchies } = columns
  const data = source.csv.dataset
  const dimensions = by.map((name) =>
    withLevelsAbove(sliceOf(data, name, source), name, total, hierarchies?.get(name), source.file.name),
  )
  const named = { dimensions, names: by }
  checkTotal(dimensions, total)
  checkTwice(named, source)
  const values = complete(source, value)
  const uncounted = columns.uncounted === true && count === undefined
  const counts = uncounted ? manyIn(values) : countsOf(source, count ?? value, count === undefined)
  const table: Table = {
    ...named,
    counts,
    values,
    ...(largest && { largest: largestOf(source, largest, counts), top: largest.length }),
    ...(magnitude !== undefined && { magnitudes: notNegative(source, magnitude) }),
    equations: relationsIn(named, source),
    ...givenOf(source, columns),
    ...(cost !== undefined && { costs: notNegative(source, cost) }),
    ...knownOf(source, columns),
    ...(key !== undefined && { keys: keysOf(source, key) }),
    ...aloneOf(source, columns, counts),
  }
  const weights = weight === undefined ? undefined : notNegative(source, weight)
  checkRelations(table, additiveColumns(columns, values, counts, weights), source)
  checkContributions(table, columns, source)
  const held = uncounted ? { ...table, counts: counts.fill(-1) } : table
  return { source: source.csv, table: held, columns, weights }
}

/** As many contributors as a cell can have: nothing is held against a number that nobody gave. */
function manyIn(values: Float64Array): Int32Array {
  return new Int32Array(values.length).fill(2 ** 31 - 1)
}

/** What is said of the columns, before the file is read. */
export function checkColumns(columns: TableColumns): void {
  const { by, count, largest, low, high } = columns
  if (by.length === 0) throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, 'Name its columns with --by.')
  if (largest?.length === 0)
    throw new SdcError('BAD_OPTION', 'the contributions have no column', {}, 'Name them: --largest l1,l2.')
  if (largest && count === undefined && columns.uncounted !== true) {
    const message = 'a table with contributions needs their number, too'
    throw new SdcError('BAD_OPTION', message, {}, 'Name the column of the number of contributors: --count.')
  }
  if ((low === undefined) !== (high === undefined)) {
    const message = `the bounds that everybody knows have a column ${low === undefined ? 'high' : 'low'} and no other`
    throw new SdcError('BAD_OPTION', message, {}, 'Name both: --low and --high.')
  }
  const all = namedColumns(columns).map(([, name]) => name)
  const twice = all.find((name, i) => all.indexOf(name) !== i)
  if (twice !== undefined)
    throw new SdcError('DUPLICATE_COLUMN', `column "${twice}" is named twice`, { column: twice }, 'Each is one thing.')
}

function sliceOf(data: Dataset, name: string, source: TableSource): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'numeric') throw new TypeError('dimensions are read as categories')
  const hole = column.codes.indexOf(-1)
  if (hole < 0) return column
  const message = `record ${hole + 1} has no level of "${name}"`
  throw new SdcError('MISSING_VALUES', message, source.place(hole, name), 'Every cell names its slice.')
}

/** A total that no dimension has is not looked for in vain: nothing would be checked to add up. */
function checkTotal(dimensions: readonly CategoricalColumn[], total: string): void {
  if (total === usualTotal || dimensions.some(({ levels }) => levels.includes(total))) return
  const message = `no dimension has the level "${total}", which is to be the total`
  throw new SdcError('BAD_OPTION', message, { parameter: 'total' }, 'Name it as the table does (--total).')
}

function checkTwice(table: Pick<Table, 'dimensions' | 'names'>, source: TableSource): void {
  const seen = new Map<number, number>()
  const { dimensions } = table
  for (let c = 0; c < dimensions[0].codes.length; c++) {
    let cell = 0
    for (const { codes, levels } of dimensions) cell = cell * levels.length + codes[c]
    const before = seen.get(cell)
    if (before !== undefined) {
      const message = `the cell ${cellName(table, c)} is there twice, in records ${before + 1} and ${c + 1}`
      const advice = 'Add the two, or name the dimension that tells them apart.'
      throw new SdcError('BAD_TABLE', message, source.place(c), advice)
    }
    seen.set(cell, c)
  }
}

function relationsIn(table: Pick<Table, 'dimensions' | 'names'>, source: TableSource): Table['equations'] {
  const { relations, withoutTotal } = relationsOf(table.dimensions)
  if (withoutTotal.length === 0) return relations
  const [{ cell, dimension }] = withoutTotal
  const { levels, codes, taxonomy } = table.dimensions[dimension]
  const above = levels.indexOf(taxonomy?.get(levels[codes[cell]]) ?? '')
  const lacking = table.dimensions.map((one, d) =>
    d === dimension ? { ...one, codes: one.codes.map(() => above) } : one,
  )
  const message = `the table lacks the cell ${cellName({ ...table, dimensions: lacking }, cell)}, the total that ${cellName(table, cell)} is a part of`
  const advice = `${withoutTotal.length} cell(s) have no total: add the totals, or leave a dimension without any.`
  throw new SdcError('BAD_TABLE', message, source.place(cell), advice)
}
