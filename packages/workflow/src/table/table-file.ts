import { SdcError } from '@sdc/core'
import type { InputFile } from '../files/input-file.js'
import { checkHierarchyNames } from './dimension-levels.js'
import { longFile } from './long-file.js'
import { checkColumns, openTable, tableIn, type TableFile } from './read-table-cells.js'
import { largestName, singleColumns, usualTotal, type TableColumns, type TableOptions } from './table-columns.js'
import { columnsDescribed, readTableDescription } from './table-description.js'

/**
 * Reads a table in any form that `longFile` knows. What a column is, the options say; else the description that stands beside the table; else
 * its name does, where it is the usual one (value, count, largest_1, …, magnitude, weight, status, cost, low, high, key,
 * alone).
 *
 * @param given - A line a cell, totals among them.
 * @param options - What the user said; what is undefined they did not say.
 * @param description - NAME.table.json, where there is one.
 * @returns The table, with its relations, and which column is what.
 * @throws BAD_TABLE, WRONG_INPUT, MISSING_VALUES, BAD_HIERARCHY, BAD_OPTION, BAD_PLAN, DUPLICATE_COLUMN, UNKNOWN_COLUMN
 */
export function readTableFile(given: InputFile, options: TableOptions, description?: InputFile): TableFile {
  const said = description && readTableDescription(description)
  const described = said && columnsDescribed(said)
  const by = options.by ?? described?.by
  if (by === undefined) {
    const advice = 'Name its dimensions: --by region,sex.'
    throw new SdcError('BAD_OPTION', `nothing says which columns of ${given.name} are dimensions`, {}, advice)
  }
  checkHierarchyNames(options.hierarchies, by)
  const file = longFile(given, { ...options, by, value: options.value ?? described?.value })
  const source = openTable(file, { by, header: options.header })
  const { names } = source.csv.dataset
  const columns = settled(by, options, described ?? usualColumns(names, [...by, ...Object.values(options).flat()]))
  checkColumns(columns)
  const of = columns.value === described?.value ? said?.source && (said.source.value ?? 'records') : undefined
  return { ...tableIn(source, columns), of }
}

function settled(by: readonly string[], options: TableOptions, otherwise: TableOptions): TableColumns {
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as TableOptions
  const both: TableOptions = { ...otherwise, ...said }
  const { value, total = usualTotal } = both
  if (value === undefined) {
    const advice = 'Name it: --value turnover; of a table of frequencies it is the column of the counts.'
    throw new SdcError('BAD_OPTION', 'nothing says which column holds the values', {}, advice)
  }
  const hierarchies = new Map([...(otherwise.hierarchies ?? []), ...(said.hierarchies ?? [])])
  return { ...both, by, value, total, ...(hierarchies.size > 0 && { hierarchies }) }
}

/** What columns are by their names, those apart that the user calls something else. */
function usualColumns(names: readonly string[], taken: readonly unknown[]): TableOptions {
  const free = (name: string): boolean => names.includes(name) && !taken.includes(name)
  const single = Object.fromEntries(singleColumns.filter(free).map((name) => [name, name]))
  const largest: string[] = []
  while (free(largestName(largest.length + 1))) largest.push(largestName(largest.length + 1))
  if (largest.length === 0 && free('largest')) largest.push('largest', ...(free('second') ? ['second'] : []))
  return { ...single, ...(largest.length > 0 && { largest }) }
}

/** The name of the description that stands beside a table: `t.csv` has `t.table.json`. */
export function descriptionName(table: string): string {
  return `${table.replace(/\.(csv|xlsx)$/i, '')}.table.json`
}
