import { Option, type Command } from 'commander'
import * as workflow from '@sdc/workflow'
import { isFile, readInput } from './files.js'
import { addHeaderOptions, collect, type HeaderOption } from '../options/options.js'

/** What the options of a table say: nothing of what nobody said. */
export interface TableFileOptions extends HeaderOption {
  readonly by?: readonly string[] | undefined
  readonly value?: string | undefined
  readonly count?: string | undefined
  readonly largest?: readonly string[] | undefined
  readonly status?: string | undefined
  readonly costColumn?: string | undefined
  readonly low?: string | undefined
  readonly high?: string | undefined
  readonly key?: string | undefined
  readonly alone?: string | undefined
  readonly magnitude?: string | undefined
  readonly weight?: string | undefined
  readonly total?: string | undefined
  readonly distinct?: boolean | undefined
  readonly hierarchy: readonly string[]
  readonly across?: string | undefined
  readonly sheet?: string | undefined
  readonly locale?: string | undefined
}

/** What every help of such a command says of them. */
export const tableOptionsHelp = `
TABLE is CSV or an Excel workbook (.xlsx). In long form it has a line for every cell, totals among them, and a column for
every dimension of --by. A wide one has the codes of one dimension across: its header names the other dimensions, or
--across names that one. A third dimension has its code above each block, as year,2020. There is - where no cell is.
Numbers may have the marks of a language (--locale): under de, 1.234,5 is 1234.5.
What the other columns are, the options say; else TABLE's description (t.table.json beside t.csv, as sdc table build and sdc
table read write it); else their names: value, count, largest_1, largest_2, …, magnitude, weight, status, cost, low,
high, key, alone. A dimension that has the level of --total adds up to it; one with --hierarchy has subtotals. A table
that does not add up is refused.`

/**
 * Adds the options that say what the columns of a table are.
 *
 * @param command - The command.
 * @returns The same command.
 */
export function addTableOptions(command: Command): Command {
  return addHeaderOptions(command)
    .option('--by <names>', 'the dimensions: a,b', workflow.nameList)
    .option('--value <name>', 'the column of the values')
    .option('--count <name>', 'the column of the number of contributors; without one the values are these')
    .option(
      '--largest <names>',
      'the columns of the largest contributions, the largest first: l1,l2',
      workflow.nameList,
    )
    .option('--magnitude <name>', 'the column of Σ|contribution|, where contributions may be negative')
    .option('--weight <name>', 'the column of the sum of the weights of the contributors')
    .option('--status <name>', 'the column of what is to become of a cell: empty, primary, fixed or must')
    .option('--cost-column <name>', 'the column of what it costs to suppress a cell')
    .option('--low <name>', 'the column of what everybody knows a cell to be at least')
    .option('--high <name>', 'the column of what everybody knows a cell to be at most')
    .option('--key <name>', 'the column of the keys of the cells, from 0 to below 1')
    .option('--alone <name>', 'the column of a number of the respondent who is alone in a cell')
    .option('--distinct', 'a contributor may be in several cells: a total has fewer of them than its cells together')
    .option('--total <level>', 'the level of a dimension that is the total of its others; by default Total')
    .addOption(levelHierarchyOption())
    .option('--across <name>', 'the dimension across in a wide table')
    .option('--sheet <name>', 'the sheet of a workbook')
    .option('--locale <tag>', 'the language whose marks its numbers have: de, fr-CH')
}

/** `--hierarchy column=FILE` of a dimension. */
export function levelHierarchyOption(): Option {
  return new Option(
    '--hierarchy <column=file>',
    'what the levels of a dimension are parts of: a CSV file with lines value;class;class of the class, or with the header ' +
      'code,parent, or a line a level with one @ more in front for each step down (repeatable)',
  )
    .argParser(collect)
    .default([], 'none')
}

/** The hierarchy files by dimension, with their paths. Throws FILE, BAD_HIERARCHY, and BAD_OPTION for one named twice. */
export async function readLevelHierarchies(
  pairs: readonly string[],
): Promise<{ readonly hierarchies: Map<string, ReadonlyMap<string, string | null>>; readonly paths: string[] }> {
  const named = pairs.map(workflow.keyValue)
  workflow.refuseTwice(named, '--hierarchy')
  const hierarchies = new Map<string, ReadonlyMap<string, string | null>>()
  for (const [column, path] of named) hierarchies.set(column, workflow.readLevelHierarchy(await readInput(path)))
  return { hierarchies, paths: named.map(([, path]) => path) }
}

/**
 * What the options of `addTableOptions` say, its hierarchy files read.
 *
 * @param options - The options.
 * @returns What they say, and the paths that were read, which no output may overwrite.
 * @throws BAD_OPTION, FILE, BAD_HIERARCHY
 */
export async function tableOptionsOf(
  options: TableFileOptions,
): Promise<{ readonly columns: workflow.TableOptions; readonly paths: readonly string[] }> {
  const { by, value, count, largest, magnitude, weight, status, costColumn, low, high, key, alone } = options
  const { total, distinct, header, across, sheet, locale } = options
  const { hierarchies, paths } = await readLevelHierarchies(options.hierarchy)
  const columns = { by, value, count, largest, magnitude, weight, status, cost: costColumn, low, high, key, alone }
  return {
    columns: {
      ...columns,
      total,
      distinct,
      header,
      ...([across, sheet, locale].some((one) => one !== undefined) && { form: { across, sheet, locale } }),
      ...(hierarchies.size > 0 && { hierarchies }),
    },
    paths,
  }
}

/** The description beside a table, where there is one. */
export async function describedBeside(path: string): Promise<workflow.InputFile | undefined> {
  const beside = workflow.descriptionName(path)
  return (await isFile(beside)) ? readInput(beside) : undefined
}
