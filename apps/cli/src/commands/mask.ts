import type { Command } from 'commander'
import {
  fileSettings,
  maskSteps,
  nameList,
  producedJson,
  tableOptions,
  isLevelTree,
  withHierarchies,
  withQuasiIdentifiers,
  type MaskRequirements,
  type RunOptions,
  reverseMapping,
} from '@sdc/workflow/records'
import {
  hierarchyPaths,
  readData,
  readHierarchies,
  readInput,
  readSchema,
  type HierarchyOptions,
} from '../input/files.js'
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
import { print } from '../output/deliver.js'
import { partsFormat } from '../parts/parts-file.js'
import { addPartsOptions, refuseOnParts, type PartsOptions } from '../parts/parts-options.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { checkOutputForm } from '../output/output-form.js'
import { produce } from '../output/produce.js'
import { say } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'

interface MaskOptions extends RunOptions, MaskRequirements, PartsOptions, HeaderOption, LimitOptions, HierarchyOptions {
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

A comma within a column's name is written \\,. A method's parameters: sdc methods ID. Without --seed every run draws fresh random numbers from a keyed source.
A schema is a YAML or JSON file, columns: { income: { role: confidential }, name: { role: identifier } }. sdc inspect data.csv --write schema.yaml writes one to correct; what it may say: sdc schema file.
Roles. confidential, quasi-identifier: masked where no --columns are named; identifier: dropped by --release; non-confidential: goes out as it is, and conditional methods mask by it; weight, household, person, wave: never masked, honoured by what says so on its card (sdc methods ID, sdc metrics ID). In full: sdc inspect --help
Parquet, a folder of CSV files with the same columns, and a CSV file that takes more than --memory are masked in parts and may be larger than the memory; what comes out has the format of what went in, a folder of CSV as one file; how it is cut and by how many processes changes no value, and --memory with --workers says what is used; --release goes with it, by the same key to the same records. A method that needs the whole file says so, with the memory it takes. Where a run was killed, the same line with --resume goes on. Parquet needs one more package: npm install @sdc/duckdb (-g where sdc is)`

export function addMask(program: Command): void {
  const command = program
    .command('mask')
    .argument('<data>', 'the CSV file; or Parquet, or a folder of parts of either, which are masked in parts')
    .requiredOption('--method <id>', 'the masking method (sdc methods)')
    .option('--columns <names>', 'the columns to mask: a,b or all; needed unless a schema gives roles', columnList)
    .option(
      '--given <names>',
      "the columns that a conditional method masks the others by; by default a schema's non-confidential ones",
      nameList,
    )
    .option('--by <names>', 'mask within the groups that these columns form', nameList, [])
    .option(
      '--set <name=value>',
      "one of the method's parameters; name=@FILE takes its value from a file: JSON, or the rows of a table (repeatable)",
      collect,
      [],
    )
    .addOption(smallGroupsOption())
    .addOption(precisionOption())
    .addOption(missingOption())
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .addOption(quasiIdentifiersOption())
  addHierarchyOptions(command).option(
    '--reverse-map',
    'then give every masked column exactly the original values back, in the order of the masked ones',
  )
  addPartsOptions(addRunOptions(addHeaderOptions(command)))
    .option('-o, --out <file>', 'where to write the masked file; without it, to the standard output')
    .option('--json', 'print what was done as JSON (sdc schema mask); the masked file goes to -o')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: MaskOptions) => {
      jsonNeedsOut(options)
      const registry = await registryOf(command, [], idsOf(options))
      const set = await fileSettings(options.set ?? [], readInput)
      const steps = maskSteps(registry, { ...options, set })
      const files = await readHierarchies(options)
      const trees = files.named.filter(([, file]) => isLevelTree(file))
      const held = await readSchema(options.schema, trees, undefined, options.header)
      const format = await partsFormat(dataPath, tableOptions(dataPath, held), options)
      checkOutputForm(options.out, dataPath, format)
      if (format !== undefined) {
        const hierarchy = files.named.filter((one) => !trees.includes(one)).map(([column]) => column)
        refuseOnParts({ ...options, hierarchy }, true)
        const { maskInParts } = await import('../parts/mask-in-parts.js')
        const inputs = [...(options.schema === undefined ? [] : [options.schema]), ...hierarchyPaths(files)]
        await maskInParts({ command, registry, dataPath, inputs, format, schema: held, steps, options })
        return
      }
      const data = await readData(dataPath, held, options.private !== undefined)
      const { source, schema: known, notes } = withHierarchies(data.source, held, files)
      notes.forEach(say)
      const schema = withQuasiIdentifiers(known, options.quasiIdentifiers, source.dataset)
      const inputs = [...(options.schema === undefined ? [] : [options.schema]), ...hierarchyPaths(files)]
      const outcome = await produce({
        ...options,
        ...limitsOf(options),
        registry,
        dataPath,
        inputs,
        ...data,
        source,
        schema,
        steps,
      })
      const { rows: records, names } = source.dataset
      const input = { records, columns: names.length }
      if (options.json) print(producedJson(outcome, { registry, options: { ...options, steps }, input }))
    })
}

/** What a masking asks of the registry. */
function idsOf({ method, reverseMap, limit = [], failAbove = [] }: MaskOptions): string[] {
  const held = limit.length + failAbove.length > 0
  return [method, ...(reverseMap ? [reverseMapping] : []), ...(held ? ['risk', 'loss'] : [])]
}
