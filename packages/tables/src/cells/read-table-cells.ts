import { asInfo, option, SdcError, type CategoricalColumn, type Message, type Table } from '@sdc/core'
import type { CsvFile } from '@sdc/files'
import { cellName, relationsOf } from '@sdc/tabular'
import type { InputFile } from '@sdc/inspect'
import { complete, countsOf, isCount, keysOf, largestOf, notNegative } from '../read/cell-columns.js'
import { cellStatements } from './cell-statements.js'
import { checkContributions } from './check-contributions.js'
import { additiveColumns, checkRelations, slackOf } from './check-relations.js'
import { computeTotals } from './compute-totals.js'
import { decimalsOf } from '../read/decimals-of.js'
import { dimensionLevels, type DimensionLevels } from '../read/dimension-levels.js'
import { namedColumns, type TableColumns } from '../read/table-columns.js'
import { openSource, sliceOf, type TableSource } from '../read/table-source.js'
import type { Slack } from '../read/totals-by-addition.js'

/** A table with the file it came from. */
export interface TableFile {
  readonly source: CsvFile
  readonly table: Table
  /** Meanings of the columns of the file. */
  readonly columns: TableColumns
  /** Dimensions declared without a total: a reader who finds the totals elsewhere can subtract. */
  readonly withoutTotal: readonly string[]
  /** Tolerance of sums of its values. */
  readonly slack: Slack
  /** Messages about the table. */
  readonly messages: readonly Message[]
  /** Subject of its values or counts, if described. */
  readonly of?: string | undefined
  /** Σ weight of the contributors of each cell, if given. */
  readonly weights?: Float64Array | undefined
}

/**
 * Reads a table in long form.
 *
 * @param file - One line per cell, including totals.
 * @param columns - Meanings of the columns.
 * @returns The table, with its relations.
 * @throws NO_TOTAL, AMBIGUOUS_TOTAL if a dimension has no total, or several possible ones; BAD_TABLE if the table
 *   does not add up, lacks a total or repeats a cell; WRONG_INPUT for an invalid number or status. Also MISSING_VALUES,
 *   BAD_HIERARCHY, BAD_OPTION, DUPLICATE_COLUMN, UNKNOWN_COLUMN
 */
export function readTableCells(file: InputFile, columns: TableColumns): TableFile {
  checkColumns(columns)
  if (!columns.computeTotals) return tableIn(opened(file, columns), columns, [])
  const source = opened(file, columns)
  const { found } = levelsIn(source, columns)
  const { file: whole, computed } = computeTotals(source, found.dimensions, columns)
  const note = computed > 0 ? [asInfo(`${computed} total(s) that the file lacks were computed`)] : []
  return tableIn(opened(whole, columns), { ...columns, computeTotals: false }, note)
}

function opened(file: InputFile, { by, alone, header }: TableColumns): TableSource {
  return openSource(file, [...by, ...(alone === undefined ? [] : [alone])], { header })
}

/** Dimensions of a file with their totals, and its values. */
function levelsIn(
  source: TableSource,
  columns: TableColumns,
): { readonly found: DimensionLevels; readonly values: Float64Array; readonly slack: Slack } {
  const slices = columns.by.map((name) => sliceOf(source, name))
  checkTwice({ dimensions: slices, names: columns.by }, source)
  const values = complete(source, columns.value)
  const slack = slackOf(columns.tolerance, decimalsOf(source.csv, columns.value))
  const all = columns.computeTotals ? slices.map((one, d) => withClasses(one, columns, d)) : slices
  return { found: dimensionLevels(all, columns, values, slack, source.file.name), values, slack }
}

/** A dimension with the levels above those of the file, which have no cells yet. */
function withClasses(column: CategoricalColumn, { by, hierarchies }: TableColumns, d: number): CategoricalColumn {
  const hierarchy = hierarchies?.get(by[d])
  const levels = new Set(column.levels)
  // Iteration over a set includes levels added on the way: classes of classes are found, too.
  for (const level of levels) {
    const above = hierarchy?.get(level) ?? null
    if (above !== null) levels.add(above)
  }
  return { ...column, levels: [...levels] }
}

function tableIn(source: TableSource, columns: TableColumns, notes: readonly Message[]): TableFile {
  const { by, count, largest, magnitude, weight, key } = columns
  const { found, values, slack } = levelsIn(source, columns)
  const named = { dimensions: found.dimensions, names: by }
  const areCounts = columns.uncounted !== true && largest === undefined && values.every(isCount)
  const counts =
    count !== undefined ? countsOf(source, count) : Int32Array.from(values, (one) => (areCounts ? one : -1))
  const cells = { ...named, counts, values, equations: relationsIn(named, source) }
  const statements = cellStatements(source, columns, cells)
  statements.alone?.forEach((who, c) => who >= 0 && (counts[c] = 1))
  const table: Table = {
    ...cells,
    ...(largest && { largest: largestOf(source, largest, counts), top: largest.length }),
    ...(magnitude !== undefined && { magnitudes: notNegative(source, magnitude) }),
    ...(key !== undefined && { keys: keysOf(source, key) }),
    ...statements,
  }
  const weights = weight === undefined ? undefined : notNegative(source, weight)
  checkRelations(table, additiveColumns(columns, values, slack, counts, weights), source)
  checkContributions(table, columns, source, slack)
  const { withoutTotal, messages } = found
  return { source: source.csv, table, columns, withoutTotal, slack, messages: [...notes, ...messages], weights }
}

/** Checks the meanings of columns, before the file is read. */
function checkColumns(columns: TableColumns): void {
  const { by, largest, low, high, tolerance } = columns
  if (by.length === 0)
    throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, `Name its columns with ${option('by')}.`)
  if (largest?.length === 0)
    throw new SdcError(
      'BAD_OPTION',
      'the contributions have no column',
      {},
      `Name them: ${option('largest', 'l1,l2')}.`,
    )
  if ((low === undefined) !== (high === undefined)) {
    const message = `the bounds that everybody knows have a column ${low === undefined ? 'high' : 'low'} and no other`
    throw new SdcError('BAD_OPTION', message, {}, `Name both: ${option('low')} and ${option('high')}.`)
  }
  if (typeof tolerance === 'number' && !(tolerance >= 0 && tolerance < Infinity)) {
    const message = `${option('tolerance')} is ${tolerance}, and no number from 0`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { parameter: option('tolerance') },
      'Give how far a total may be off, or auto.',
    )
  }
  const all = namedColumns(columns).map(([, name]) => name)
  const twice = all.find((name, i) => all.indexOf(name) !== i)
  if (twice !== undefined)
    throw new SdcError('DUPLICATE_COLUMN', `column "${twice}" is named twice`, { column: twice }, 'Each is one thing.')
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
      const fix = 'Add the two, or name the dimension that tells them apart.'
      throw new SdcError('BAD_TABLE', message, source.place(c), fix)
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
  const fix = `${withoutTotal.length} cell(s) have no total: add the totals, or have them computed (${option('computeTotals')}).`
  throw new SdcError('BAD_TABLE', message, source.place(cell), fix)
}
