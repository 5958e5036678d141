import { didYouMean, option, SdcError, type Table } from '@sdc/core'
import { joinTables } from '@sdc/tabular'
import { withoutFolders } from '@sdc/inspect'
import { dimensionsIn } from '../read/long-file.js'
import type { TableFile } from './read-table-cells.js'
import { readTableFile, type TableInputFile } from './table-file.js'
import type { TableOptions } from '../read/table-columns.js'
import { widestSlack } from '../read/totals-by-addition.js'

/** One table, or several that share cells, as one. */
export interface LinkedTables {
  readonly files: readonly TableFile[]
  /** Names of their files, without folders. */
  readonly names: readonly string[]
  /** Table for the methods. */
  readonly table: Table
  /** Cells of each file in the joined table. */
  readonly cells: readonly Int32Array[]
}

/**
 * Reads one table, or several linked ones: cells that two of them share must agree, and become one cell.
 *
 * @param inputs - The files, at least one.
 * @param options - Meanings of the columns, for all tables or for each; a table uses the dimensions of `by` that it
 *   has.
 * @returns The tables, each separately and all together.
 * @throws BAD_TABLE, and the errors of reading
 */
export function readLinked(
  inputs: readonly TableInputFile[],
  options: TableOptions | readonly TableOptions[],
): LinkedTables {
  const own = isList(options) ? options : inputs.length === 1 ? [options] : dividedOptions(inputs, options)
  const files = inputs.map((input, t) => readTableFile(input, own[t]))
  const names = inputs.map(({ file }) => withoutFolders(file.name))
  if (files.length === 1) {
    const [{ table }] = files
    return { files, names, table, cells: [Int32Array.from(table.values, (_, c) => c)] }
  }
  const { table, cells } = joinTables(
    files.map((one) => one.table),
    {
      names,
      slack: widestSlack(files),
      hierarchies: new Map(files.flatMap(({ columns }) => [...(columns.hierarchies ?? [])])),
    },
  )
  return { files, names, table, cells }
}

function isList(options: TableOptions | readonly TableOptions[]): options is readonly TableOptions[] {
  return Array.isArray(options)
}

/**
 * Returns the options for each of several tables, with the dimensions that it has. Throws BAD_OPTION for options of a
 * single table.
 */
export function dividedOptions(inputs: readonly TableInputFile[], options: TableOptions): TableOptions[] {
  const { by, apriori } = options
  if (apriori !== undefined) {
    const message = 'an a-priori file is of one table, and here are several'
    throw new SdcError(
      'BAD_OPTION',
      message,
      { parameter: option('apriori') },
      `Give each a column of statuses (${option('status')}).`,
    )
  }
  if (by === undefined) return inputs.map(() => options)
  const names = inputs.map(({ file }) => dimensionsIn(file, { ...options, by }))
  const unknown = by.find((name) => names.every((own) => !own.includes(name)))
  if (unknown !== undefined) {
    const fix =
      `Their dimensions are named with ${option('by')}. ${didYouMean(unknown, [...new Set(names.flat())])}`.trim()
    const message = `none of the tables has a column "${unknown}"`
    throw new SdcError('UNKNOWN_COLUMN', message, { column: unknown }, fix)
  }
  return names.map((own) => {
    const has = (name: string): boolean => own.includes(name)
    return {
      ...options,
      by: by.filter(has),
      hierarchies: options.hierarchies && ofDimensions(options.hierarchies, has),
      totals: options.totals && ofDimensions(options.totals, has),
      noTotal: options.noTotal?.filter(has),
    }
  })
}

function ofDimensions<T>(said: ReadonlyMap<string, T>, has: (name: string) => boolean): Map<string, T> {
  return new Map([...said].filter(([name]) => has(name)))
}
