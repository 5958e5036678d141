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
What is built. A line for every cell of the cross of the dimensions, totals and subtotals too, cells without a record among them (value 0); with more than two million cells only those with records, and their totals. Its columns:
  value             with --value the sum (of weight·value), else the number of records (or the sum of weights)
  count             how many contribute: records, or respondents
  largest_1, …      the largest contributions, for rules of dominance; what one respondent gave to a cell is added first
  magnitude         Σ|contribution|, where some are negative
  weight, key       the sum of weights; the sum of the record keys mod 1
  alone             who is alone in the cell: the respondent, or a number of the record
Beside OUT.csv stands OUT.table.json (sdc schema table), which says which column is what and what the levels are parts of; with --respondent also OUT.contributions.csv: what each respondent of several inner cells gives to them, and the largest contributions to every inner cell, by respondent. Firms in several suppressed cells can be checked with this file only.

Conventions. A contribution of weight w stands floor(w) times among the largest, and the rest of w once more. A respondent who gave 0 counts. A value that is missing refuses the table, unless --missing-values leave-out; a level that is missing does, unless --missing-level names a level of its own. Levels are names: 01 and 1 are two.

Hierarchies. --hierarchy region=FILE, in one of three forms, which is found out:
  Bonn;NRW;West          lines value;class;class of the class, without a header
  code,parent            this very header, then lines such as Bonn,NRW; an empty parent is the top
  West                   a line a level, with one more @ in front for each step down
  @NRW
  @@Bonn
The only level at the top is the total itself.

Keys of cells, for the cell-key method: --id COLUMN names what identifies a record, --key-file FILE holds the release key. A FILE that is not there is made, for its owner only, with a fresh key; tables that share a key show the same cell alike.

Example: what electric utilities took in, by state and month; a utility has several records of a month
  sdc dataset eia -o eia.csv
  sdc table build eia.csv --by STATE,MONTH --value TOTREVENUE --respondent UTILITYID -o revenue.csv
676 cells: of these, p=15% finds 84 sensitive, nk=1,50 286, and freq=3 13. Utility 0 is an adjustment of a state and no utility: with --not-a-respondent 0 it is nobody's contribution any more, and p=15% finds 57 (the others as many as before). Without --value the table counts:
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
      const schema = await readSchema(options.schema, [], undefined, options.header)
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
