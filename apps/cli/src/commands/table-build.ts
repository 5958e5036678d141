import { Option, type Command } from 'commander'
import { nameList } from '@sdc/workflow/records'
import { buildTableFile, contributionsName, descriptionName, readHoldings } from '@sdc/workflow/tables'
import { deliver } from '../output/deliver.js'
import { checkOutputs, isFile, readInput, readSchema } from '../input/files.js'
import {
  addHeaderOptions,
  collectNames,
  hierarchyOption,
  positiveInteger,
  type HeaderOption,
} from '../options/options.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { readLevelHierarchies } from '../input/table-options.js'

interface BuildOptions extends HeaderOption {
  readonly by: readonly string[]
  readonly columns?: readonly string[]
  readonly value?: string
  readonly weight?: string
  readonly respondent?: string
  readonly holding?: string
  readonly notARespondent: readonly string[]
  readonly keepLargest?: number
  readonly order?: 'size' | 'signed'
  readonly hierarchy: readonly string[]
  readonly schema?: string
  readonly totalLevel?: string
  readonly missingLevel?: string
  readonly missingValues?: 'refuse' | 'leave-out'
  readonly id?: string
  readonly keyFile?: string
  readonly out?: string
}

const help = `
The table has one line per cell of the crossed dimensions, with totals and subtotals. Cells without records have the value 0. Above two million cells, only cells with records and their totals are written. The columns:
  value         the sum of --value (times weight); without it the number of records (or the sum of weights)
  count         number of contributing records, or respondents
  largest_1…    the largest contributions, for dominance rules; contributions of one respondent to a cell are added first
  magnitude     Σ|contribution|, if some are negative
  weight        the sum of weights
  key           the sum of the record keys mod 1
  alone         the only contributor of the cell: the respondent, or a record number

OUT.table.json (sdc schema table) is written next to OUT.csv. It describes the columns and the hierarchies of the levels. With --respondent, OUT.contributions.csv has the contributions of respondents in several inner cells, and the largest contributions to each inner cell. Only this file allows a check of firms in several suppressed cells.

Conventions: a contribution of weight w counts floor(w) times among the largest, and the rest of w once more. A respondent with contribution 0 counts. Missing values and missing levels are errors, unless --missing-values leave-out or --missing-level is given. Levels are names: 01 and 1 differ.

Hierarchies: --hierarchy region=FILE takes one of three forms:
  Bonn;NRW;West          lines value;class;class of the class, without a header
  code,parent            this header, then lines such as Bonn,NRW; an empty parent is the top
  West                   one level per line, with one more @ for each step down
  @NRW
  @@Bonn
A single level at the top is the total.

Cell keys, for the cell-key method: --id names the identifier of records, and --key-file the file with the release key. A missing file is created with a fresh key, for its owner only. Tables with the same key show the same cell alike.

Example: revenue of electric utilities by state and month; a utility has several records per month
  sdc dataset eia -o eia.csv
  sdc table build eia.csv --by STATE,MONTH --value TOTREVENUE --respondent UTILITYID -o revenue.csv
The table has 676 cells. p=15% finds 84 sensitive cells, nk=1,50 finds 286, and freq=3 finds 13. Utility 0 is an adjustment of a state, not a utility. With --not-a-respondent 0, p=15% finds 57; the other rules find as many as before.

Without --value the table has counts:
  sdc table build people.csv --by region,sex,job --hierarchy region=regions.csv -o people-table.csv`

/**
 * Adds `sdc table build`.
 *
 * @param table - The command `sdc table`.
 */
export function addTableBuild(table: Command): void {
  addHeaderOptions(table.command('build'))
    .description('build a table of counts or sums from microdata')
    .argument('<data>', 'CSV file with a line for each record')
    .requiredOption('--by <names>', 'name the dimensions: a,b', nameList)
    .option('--value <name>', 'sum this column; default: count records')
    .option('--weight <name>', 'weight records by this column')
    .option('--respondent <name>', 'name the column of the respondents')
    .option('--holding <what>', 'name the column, or a file, of holdings of respondents')
    .option(
      '--not-a-respondent <id>',
      'treat these codes as adjustments, not as respondents (repeatable)',
      collectNames,
      [],
    )
    .option('--keep-largest <n>', 'keep this many largest contributions per cell; default 3', positiveInteger)
    .addOption(
      new Option('--order <what>', 'order negative contributions by size or by signed value').choices([
        'size',
        'signed',
      ]),
    )
    .addOption(hierarchyOption())
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .option('--total-level <level>', 'name the totals; default Total')
    .option('--missing-level <name>', 'name the level of records without one')
    .addOption(
      new Option('--missing-values <what>', 'refuse or leave out records without a value').choices([
        'refuse',
        'leave-out',
      ]),
    )
    .option('--id <name>', 'name the identifier of records, for --key-file')
    .option('--key-file <file>', 'make cell keys by the release key in this file')
    .option('-o, --out <file>', 'write the table to this file, readable by its owner only')
    .addHelpText('after', help)
    .action(async (path: string, options: BuildOptions) => {
      await registryOf(table)
      const { keyFile: keyPath, out } = options
      const schema = await readSchema(path, options.schema, [], undefined, options.header)
      const { hierarchies, paths } = await readLevelHierarchies(options.hierarchy)
      const keyFile = keyPath !== undefined && (await isFile(keyPath)) ? await readInput(keyPath) : undefined
      const holdingFile = options.holding !== undefined && (await isFile(options.holding)) ? options.holding : undefined
      const inputs = [path, options.schema, keyFile && keyPath, holdingFile, ...paths]
      const beside = out === undefined ? [] : [out, descriptionName(out), contributionsName(out)]
      await checkOutputs(inputs, [keyFile ? undefined : keyPath, ...beside])
      const bar = progress('building')
      const outcome = buildTableFile(await readInput(path), {
        ...options,
        hierarchies,
        schema,
        holding: holdingFile === undefined ? options.holding : readHoldings(await readInput(holdingFile)),
        holdingFile,
        notRespondents: options.notARespondent,
        keyFile: keyPath === undefined ? undefined : { name: keyPath, file: keyFile },
      })
      bar.done()
      await deliver(outcome)
    })
}
