import { fileSettings, isLevelTree, reverseMapping } from '@sdc/inspect'
import { maskSteps, producedJson } from '@sdc/release'
import type { Command } from 'commander'
import { mask } from '@sdc/release/node'
import { isRecoded } from '../terminal/encoding.js'
import { hierarchyPaths, readHierarchies, readInput, schemaOf } from '../input/files.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import * as option from '../options/options.js'
import { print, writeOrPrint } from '../output/deliver.js'
import { registryOf } from '../plugins/registry.js'
import { inPlace, workFlags } from '../work/work-options.js'

const flags = {
  method: option.required(option.text('<id>', 'mask by this method (sdc methods)')),
  columns: option.columnsFlag('name the columns to mask: a,b or all; default: by role'),
  given: option.list('condition on these columns; default: non-confidential columns of the schema'),
  by: option.groupsOf('mask within the groups of these columns'),
  set: option.set('set a parameter of the method; @FILE reads it'),
  smallGroups: option.smallGroups,
  precision: option.precision,
  missing: option.missing,
  waves: option.waves,
  schema: option.schema,
  quasiIdentifiers: option.quasiIdentifiers,
  ...option.hierarchyFlags,
  reverseMap: option.flag('then give each masked column the original values back'),
  ...option.inputFlags,
  ...option.runFlags,
  ...option.previousFlags,
  ...workFlags(),
  out: option.text('<file>', 'write the masked file here; default: standard output'),
  json: option.json('mask', 'print the run as JSON', '; needs -o'),
}

type MaskOptions = option.Given<typeof flags>

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
Values of --waves (persons with records in several waves):
  levels   each record is masked by itself
  changes  first values and changes between waves are masked; paths keep their shape
Values of --missing-kinds (codes such as -9 no answer, of SPSS, Stata and SAS files):
  keep    each missing cell keeps its kind
  merge   all missing cells are written as one kind
  A release of such a file merges the kinds of masked columns and keeps the others, unless the option says otherwise.

Roles of a schema (sdc inspect data.csv --write schema.yaml writes a schema):
  confidential, quasi-identifier  masked if --columns is left out
  identifier                      dropped by --release
  non-confidential                released unchanged; conditional methods use it
  weight, household, person, wave  never masked

Formats: the first bytes of the data say its format: CSV and other text, also compressed by gzip, Parquet, SPSS, Stata, SAS or Excel. The name of the output says its format: .csv, .tsv, .csv.gz, .parquet, .sav, .zsav, .dta, .xpt or .xlsx; --format overrides it. Labels and kinds of missing values that the format cannot hold are warnings; --strict refuses them.

Large files: a file that fits in --memory is masked in memory. Statistical files and workbooks are read whole. A larger file of text or Parquet is masked out of core, and so is any file with --workers, --work-folder, --launcher or --resume. Its output has the format of the input; --groups and --fits are then refused. A folder of CSV files becomes one file. --memory and --workers do not change values. A method that needs the whole file reports the memory it takes. Repeat the command with --resume after an interruption. Parquet needs one more package: npm install @duckdb/node-api@1.5.6-r.1
Outputs: a released file, a private file and the file of --groups are never overwritten. Other outputs are.
Hierarchy files have one of three forms: lines value;class;class of the class; the header code,parent; or one level per line with an @ for each step down. Rules need no file: postcode=prefix:3,2,1, age=interval:5,10,20, birth=date:month,year, job=tree.`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('mask'), flags)
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file, or a folder of CSV or Parquet files')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: MaskOptions) => {
      jsonNeedsOut(options)
      const registry = await registryOf(command, [], idsOf(options))
      const set = await fileSettings(options.set, readInput)
      const steps = maskSteps(registry, { ...options, set })
      const files = await readHierarchies(options)
      const trees = files.named.filter(([, file]) => isLevelTree(file))
      const held = await schemaOf(dataPath, options, { taxonomies: trees })
      const { previous, previousPrivate } = options
      const inputs = [options.schema, previous, previousPrivate, ...hierarchyPaths(files)].filter(
        (path) => path !== undefined,
      )
      const plan = {
        ...options,
        ...option.limitsOf(options),
        registry,
        steps,
        schema: held,
        hierarchies: files,
      }
      const from = {
        original: dataPath,
        inputs,
        read: readInput,
        isRecoded: isRecoded(),
        previous,
        previousPrivate,
        pseudonymKey: options.pseudonymKey,
      }
      const sink = { ...options, write: writeOrPrint }
      const masked = await inPlace(command, options, (place) => mask(plan, from, sink, place))
      if (options.json) print(producedJson(masked, { registry, options: { ...options, steps } }))
    })
}

/** Returns the ids that a masking needs from the registry. */
function idsOf({ method, reverseMap, limit = [], failAbove = [] }: MaskOptions): string[] {
  const held = limit.length + failAbove.length > 0
  return [method, ...(reverseMap ? [reverseMapping] : []), ...(held ? ['risk', 'loss'] : [])]
}
