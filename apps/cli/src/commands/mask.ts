import { fileSettings, isLevelTree, nameList, reverseMapping } from '@sdc/inspect'
import { type MaskRequirements, type RunOptions, maskSteps, producedJson } from '@sdc/release'
import type { Command } from 'commander'
import { mask } from '@sdc/release/node'
import { isRecoded } from '../input/encoding.js'
import { hierarchyPaths, readHierarchies, readInput, readSchema, type HierarchyOptions } from '../input/files.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  addRunOptions,
  collect,
  columnList,
  limitsOf,
  missingOption,
  precisionOption,
  quasiIdentifiersOption,
  smallGroupsOption,
  type HeaderOption,
  type LimitOptions,
} from '../options/options.js'
import { print, writeOrPrint } from '../output/deliver.js'
import { registryOf } from '../plugins/registry.js'
import { addWorkOptions, inPlace, type WorkOptions } from '../work/work-options.js'

interface MaskOptions extends RunOptions, MaskRequirements, WorkOptions, HeaderOption, LimitOptions, HierarchyOptions {
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly json?: boolean
}

const help = `
Examples:
  sdc mask data.csv --method noise/additive --columns income,tax --set relativeVariance=0.1 -o masked.csv
  sdc mask data.csv --method microaggregation/mdav --columns all --by region --set k=5 --reverse-map -o masked.csv
  sdc mask big.parquet --method swapping/rank-swap --columns income --memory 2GB --workers 4 --work-folder work -o masked.parquet
  sdc mask data.csv --method swapping/rank-swap --schema schema.yaml --release --private keep.json -o public.csv

Names: write a comma within a column name as \\,. List the parameters of a method with sdc methods ID.
Random numbers: without --seed each run draws new secret random numbers.

Values of --precision:
  column  multiples of the step of the original column
  fine    exact moments stay exact
  full    unrounded; not for release
  auto    column, but fine if the method keeps moments exactly
Values of --missing:
  keep    missing cells stay missing
  impute  missing cells are filled, masked and released
  refuse  missing cells are an error

Roles of a schema (sdc inspect data.csv --write schema.yaml writes a schema):
  confidential, quasi-identifier  masked if --columns is left out
  identifier                      dropped by --release
  non-confidential                released unchanged; conditional methods use it
  weight, household, person, wave  never masked

Large files: Parquet, folders of CSV files and CSV files larger than --memory are masked out of core. The output has the format of the input; a folder of CSV files becomes one file. --memory and --workers do not change values. A method that needs the whole file reports the memory it takes. Repeat the command with --resume after an interruption. Parquet needs one more package: npm install @duckdb/node-api@1.5.6-r.1
Hierarchy files have one of three forms: lines value;class;class of the class; the header code,parent; or one level per line with an @ for each step down.`

export function add(program: Command): void {
  const command = program
    .command('mask')
    .argument('<data>', 'CSV file; or Parquet, or a folder of parts (out of core)')
    .requiredOption('--method <id>', 'mask by this method (sdc methods)')
    .option('--columns <names>', 'name the columns to mask: a,b or all; default: by role', columnList)
    .option('--given <names>', 'condition on these columns; default: non-confidential columns of the schema', nameList)
    .option('--by <names>', 'mask within the groups of these columns', nameList, [])
    .option('--set <name=value>', 'set a parameter of the method; @FILE reads it (repeatable)', collect, [])
    .addOption(smallGroupsOption())
    .addOption(precisionOption())
    .addOption(missingOption())
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .addOption(quasiIdentifiersOption())
  addHierarchyOptions(command).option('--reverse-map', 'then give each masked column the original values back')
  addWorkOptions(addRunOptions(addHeaderOptions(command)))
    .option('-o, --out <file>', 'write the masked file here; default: standard output')
    .option('--json', 'print the run as JSON (sdc schema mask); needs -o')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: MaskOptions) => {
      jsonNeedsOut(options)
      const registry = await registryOf(command, [], idsOf(options))
      const set = await fileSettings(options.set ?? [], readInput)
      const steps = maskSteps(registry, { ...options, set })
      const files = await readHierarchies(options)
      const trees = files.named.filter(([, file]) => isLevelTree(file))
      const held = await readSchema(dataPath, options.schema, trees, undefined, options.header)
      const inputs = [...(options.schema === undefined ? [] : [options.schema]), ...hierarchyPaths(files)]
      const plan = { ...options, ...limitsOf(options), registry, steps, schema: held, hierarchies: files }
      const from = { original: dataPath, inputs, read: readInput, isRecoded: isRecoded() }
      const sink = { ...options, write: writeOrPrint }
      const masked = await inPlace(command, options, (place) => mask(plan, from, sink, place))
      if (options.json) print(producedJson(masked, { registry, options: { ...options, steps } }))
    })
}

/** Ids that a masking needs from the registry. */
function idsOf({ method, reverseMap, limit = [], failAbove = [] }: MaskOptions): string[] {
  const held = limit.length + failAbove.length > 0
  return [method, ...(reverseMap ? [reverseMapping] : []), ...(held ? ['risk', 'loss'] : [])]
}
