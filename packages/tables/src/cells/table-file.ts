import { option, SdcError } from '@sdc/core'
import type { InputFile } from '@sdc/inspect'
import { checkDimensionNames } from '../read/dimension-levels.js'
import { longFile } from '../read/long-file.js'
import { readTableCells, type TableFile } from './read-table-cells.js'
import {
  largestName,
  namedColumns,
  singleColumns,
  type TableColumns,
  type TableOptions,
} from '../read/table-columns.js'
import { columnsDescribed, readTableDescription } from '../read/table-description.js'
import { columnNames } from '../read/table-source.js'

/** A table to read, with the files that belong to it. */
export interface TableInputFile {
  readonly file: InputFile
  /** NAME.table.json, if it exists. */
  readonly description?: InputFile | undefined
  /** Contributions named by the description, unless the user named others. */
  readonly contributions?: InputFile | undefined
}

/**
 * Reads a table in any form that `longFile` knows. The meanings of columns come from the options, else from the
 * description of the table, else from the usual names (value, count, largest_1, …, magnitude, weight, status, cost,
 * low, high, key, alone).
 *
 * @param input - One line for each cell including totals, with the files of the table.
 * @param options - Choices of the user; undefined without one.
 * @returns The table with its relations, and the meanings of its columns.
 * @throws NO_TOTAL, AMBIGUOUS_TOTAL, BAD_TABLE, WRONG_INPUT, MISSING_VALUES, BAD_HIERARCHY, BAD_OPTION, BAD_PLAN,
 *   DUPLICATE_COLUMN, UNKNOWN_COLUMN
 */
export function readTableFile(input: TableInputFile, options: TableOptions): TableFile {
  const { description, contributions } = input
  const said = description && readTableDescription(description)
  const described = said && columnsDescribed(said)
  const by = options.by ?? described?.by
  if (by === undefined) {
    const fix = `Name its dimensions: ${option('by', 'region,sex')}.`
    throw new SdcError('BAD_OPTION', `nothing says which columns of ${input.file.name} are dimensions`, {}, fix)
  }
  checkDimensionNames(options, by)
  const file = longFile(input.file, { ...options, by, value: options.value ?? described?.value })
  const otherwise = described ?? usualColumns(file, { ...options, by })
  const columns = settled(by, options, { ...otherwise, contributions })
  const of = columns.value === described?.value ? said?.source && (said.source.value ?? 'records') : undefined
  return { ...readTableCells(file, columns), of }
}

function settled(by: readonly string[], options: TableOptions, otherwise: TableOptions): TableColumns {
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as TableOptions
  const both: TableOptions = { ...otherwise, ...said }
  const { value } = both
  if (value === undefined) {
    const fix = `Name it: ${option('value', 'turnover')}; of a table of frequencies it is the column of the counts.`
    throw new SdcError('BAD_OPTION', 'nothing says which column holds the values', {}, fix)
  }
  const hierarchies = new Map([...(otherwise.hierarchies ?? []), ...(said.hierarchies ?? [])])
  // An option about a dimension replaces its description.
  const isSaid = (name: string): boolean => said.totals?.has(name) === true || said.hierarchies?.has(name) === true
  const noTotal = [...(otherwise.noTotal ?? []).filter((name) => !isSaid(name)), ...(said.noTotal ?? [])]
  return {
    ...both,
    by,
    value,
    ...(hierarchies.size > 0 && { hierarchies }),
    ...(noTotal.length > 0 && { noTotal: [...new Set(noTotal)] }),
  }
}

/** Columns with a usual name, except those that the user names otherwise. */
function usualColumns(file: InputFile, options: TableOptions): TableOptions {
  const names = columnNames(file, options.header)
  const taken = new Set(namedColumns(options).map(([, name]) => name))
  const free = (name: string): boolean => names.includes(name) && !taken.has(name)
  const single = Object.fromEntries(singleColumns.filter(free).map((name) => [name, name]))
  const largest: string[] = []
  while (free(largestName(largest.length + 1))) largest.push(largestName(largest.length + 1))
  if (largest.length === 0 && free('largest')) largest.push('largest', ...(free('second') ? ['second'] : []))
  return { ...single, ...(largest.length > 0 && { largest }) }
}

/** Returns the name of the file that describes a table: `t.csv` has `t.table.json`. */
export function descriptionName(table: string): string {
  return `${table.replace(/\.(csv|xlsx)$/i, '')}.table.json`
}
