import type { Command } from 'commander'
import { buildTableFile, contributionsName, descriptionName, readHoldings, readLevelHierarchies } from '@sdc/tables'
import { deliver } from '../../output/deliver.js'
import { access, checkOutputs, isFile, readInput, schemaOf } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { registryOf } from '../../plugins/registry.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  by: option.required(option.list('name the dimensions: a,b')),
  value: option.text('<name>', 'sum this column; default: count records'),
  weight: option.text('<name>', 'weight records by this column'),
  respondent: option.text('<name>', 'name the column of the respondents'),
  holding: option.text('<what>', 'name the column, or a file, of holdings of respondents'),
  notARespondent: option.names('<id>', 'treat these codes as adjustments, not as respondents (repeatable)'),
  keepLargest: option.value('<n>', 'keep this many largest contributions per cell; default 3', option.positiveInteger),
  order: option.choice('<what>', 'order negative contributions by size or by signed value', ['size', 'signed']),
  hierarchy: option.hierarchy,
  schema: option.schema,
  totalLevel: option.text('<level>', 'name the totals; default Total'),
  missingLevel: option.text('<name>', 'name the level of records without one'),
  missingValues: option.choice('<what>', 'refuse or leave out records without a value', ['refuse', 'leave-out']),
  id: option.text('<name>', 'name the identifier of records, for --key-file'),
  keyFile: option.text('<file>', 'make cell keys by the release key in this file'),
  out: option.text('<file>', 'write the table to this file, readable by its owner only'),
}

type BuildOptions = option.Given<typeof flags>

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
A single level at the top is the total. Or a rule instead of a file: region=prefix:3,2,1 (codes), age=interval:5,10,20 (numbers), day=date:month,year (YYYY-MM-DD), job=tree (groups learned from the other columns).

Cell keys, for the cell-key method: --id names the identifier of records, and --key-file the file with the release key. A missing file is created with a fresh key, for its owner only. Tables with the same key show the same cell alike.

Example: revenue of electric utilities by state and month; a utility has several records per month
  sdc dataset eia -o eia.csv
  sdc table build eia.csv --by STATE,MONTH --value TOTREVENUE --respondent UTILITYID -o revenue.csv
The table has 676 cells. p=15% finds 84 sensitive cells, nk=1,50 finds 286, and freq=3 finds 13. Utility 0 is an adjustment of a state, not a utility. With --not-a-respondent 0, p=15% finds 57; the other rules find as many as before.

Without --value the table has counts:
  sdc table build people.csv --by region,sex,job --hierarchy region=regions.csv -o people-table.csv`

/** Adds `sdc table build`. */
export function addTableBuild(table: Command): void {
  option
    .addFlags(table.command('build'), flags)
    .description('build a table of counts or sums from microdata')
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file with a record for each unit')
    .addHelpText('after', help)
    .action(async (path: string, options: BuildOptions) => {
      await registryOf(table)
      const { keyFile: keyPath, out } = options
      const schema = await schemaOf(path, options)
      const { hierarchies, rules: hierarchyRules, paths } = await readLevelHierarchies(access, options.hierarchy)
      const keyFile = keyPath !== undefined && (await isFile(keyPath)) ? await readInput(keyPath) : undefined
      const holdingFile = options.holding !== undefined && (await isFile(options.holding)) ? options.holding : undefined
      const inputs = [path, options.schema, keyFile && keyPath, holdingFile, ...paths]
      const beside = out === undefined ? [] : [out, descriptionName(out), contributionsName(out)]
      await checkOutputs(inputs, [keyFile ? undefined : keyPath, ...beside])
      const bar = progress('building')
      const outcome = buildTableFile(await readInput(path), {
        ...options,
        hierarchies,
        hierarchyRules,
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
