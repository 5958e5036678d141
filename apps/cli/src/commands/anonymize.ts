import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  anonymizeFile,
  nameList,
  planAnonymization,
  readRecoding,
  withHierarchies,
  type Anonymized,
  type AnonymizeRequirements,
  type RunOptions,
} from '@sdc/workflow/records'
import { print } from '../output/deliver.js'
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
  limitsOf,
  number,
  positiveInteger,
  type HeaderOption,
  type LimitOptions,
} from '../options/options.js'
import { checkOutputForm } from '../output/output-form.js'
import { produce } from '../output/produce.js'
import { say } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'

interface AnonymizeCommandOptions extends RunOptions, HeaderOption, LimitOptions, HierarchyOptions {
  readonly k: number
  readonly quasiIdentifiers?: readonly string[] | 'roles'
  readonly confidential?: readonly string[]
  readonly l?: number
  readonly lModel?: AnonymizeRequirements['model']
  readonly lC?: number
  readonly t?: number
  readonly tDistance?: AnonymizeRequirements['distance']
  readonly suppressionLimit?: number
  readonly suppressed?: 'remove' | 'blank'
  readonly loss?: string
  readonly local?: boolean
  readonly global?: boolean
  readonly mapping?: string
  readonly writeMapping?: string
  readonly writeSearch?: string
  readonly schema?: string
  readonly json?: boolean
  readonly out: string
}

const help = `
Examples:
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ -o anonymous.csv
      recodes each column that has a file hierarchies/COLUMN.csv, until at least 5 records share each combination
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex,region -o anonymous.csv
      without hierarchies: numbers in classes of equal width, ordered categories with their neighbours, other text unchanged or as *
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex --l 3 --confidential disease -o anonymous.csv
      each equivalence class also has at least 3 diseases, so that the class does not disclose the disease of a person
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ --global --suppression-limit 2% -o anonymous.csv
      one level per column: coarser, but equal values stay equal; at most 2 % of the records are suppressed
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ --write-mapping recoding.json -o anonymous.csv
  sdc anonymize next-year.csv --k 5 --mapping recoding.json -o next-anonymous.csv
      the same recoding of another file; records in classes of fewer than 5 are suppressed

A hierarchy file has no header and one line per value, with its classes from fine to coarse:
  39;35-39;30-39;*
  40;40-44;40-49;*
If it lacks a value of the data, the error names the lines to add. The command prints its plan first. It checks the output for k-anonymity before it writes the file.`

export function addAnonymize(program: Command): void {
  const command = program
    .command('anonymize')
    .argument('<data>', 'CSV file')
    .option('--k <records>', 'require at least this many records per equivalence class', anonymityOf, 5)
    .option('--quasi-identifiers <names>', 'name the columns that an intruder may know: a,b, or roles', (text) =>
      text === 'roles' ? 'roles' : nameList(text),
    )
    .option('--confidential <names>', 'name the confidential columns for --l and --t: a,b', nameList)
    .option('--l <values>', 'require this many confidential values per class', diversity)
    .addOption(
      new Option('--l-model <model>', 'count values by this model of l-diversity').choices([
        'distinct',
        'entropy',
        'recursive',
      ]),
    )
    .option('--l-c <times>', 'set the factor c of recursive l-diversity', number)
    .option('--t <share>', 'limit the distance of class and file distributions (0 to 1)', closeness)
    .addOption(
      new Option('--t-distance <distance>', 'measure t-closeness by this distance').choices([
        'auto',
        'equal',
        'ordered',
        'hierarchical',
      ]),
    )
    .option('--suppression-limit <percent>', 'limit suppressed records: 2% or 2', suppression)
    .addOption(
      new Option('--suppressed <what>', 'remove suppressed records, or blank their values').choices([
        'remove',
        'blank',
      ]),
    )
    .addOption(new Option('--local', 'recode suppressed records again with other levels (default)').conflicts('global'))
    .addOption(new Option('--global', 'use one level for a whole column'))
    .addOption(
      new Option('--loss <name>', 'minimise this information-loss measure').choices([
        'entropy',
        'loss',
        'height',
        'ncp',
        'discernibility',
        'aecs',
      ]),
    )
    .addOption(
      new Option('--mapping <file>', 'apply a recoding that --write-mapping wrote').conflicts([
        'local',
        'global',
        'loss',
      ]),
    )
    .option('--write-mapping <file>', 'write the recoding for other files; keep it secret')
    .option('--write-search <file>', 'write mapping and searched levels; keep it secret (JSON)')
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
  addRunOptions(addHierarchyOptions(addHeaderOptions(command)))
    .option('--json', 'print the result as JSON (sdc schema anonymize)')
    .requiredOption('-o, --out <file>', 'write the anonymised file here')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: AnonymizeCommandOptions) => {
      checkOutputForm(options.out, dataPath)
      const registry = await registryOf(command)
      const held = await readSchema(dataPath, options.schema, [], undefined, options.header)
      const files = await readHierarchies(options)
      const recoding = options.mapping === undefined ? undefined : readRecoding(await readInput(options.mapping))
      const data = await readData(dataPath, held, options.private !== undefined)
      const { source, schema: known, notes } = withHierarchies(data.source, held, files)
      notes.forEach(say)
      const requirements = { ...requirementsOf(options), recoding }
      const screen = screenOf(command.opts(), process.stderr)
      const plan = planAnonymization(source.dataset, known, requirements, screen)
      plan.messages.forEach(say)
      const inputs = [options.schema, options.mapping].filter((path) => path !== undefined)
      const found: { anonymized?: Anonymized } = {}
      await produce({
        ...options,
        ...limitsOf(options),
        registry,
        dataPath,
        inputs: [...inputs, ...hierarchyPaths(files)],
        others: [options.writeMapping, options.writeSearch],
        ...data,
        source,
        schema: plan.schema,
        steps: [plan.step],
        make: async (from, how) => {
          const { writeMapping, writeSearch } = options
          const outcome = await anonymizeFile(
            from,
            { ...how, requirements, plan, writeMapping, writeSearch, screen },
            registry,
          )
          found.anonymized = outcome.result.anonymized
          return { ...outcome, result: outcome.result.run }
        },
      })
      if (options.json) print(found.anonymized)
    })
}

function requirementsOf(options: AnonymizeCommandOptions): AnonymizeRequirements {
  const { k, quasiIdentifiers, confidential, l, lModel: model, lC: c, t, tDistance: distance, loss } = options
  const { suppressionLimit, suppressed, global: isGlobal = false } = options
  const diverse = { confidential, l, model, c, t, distance }
  return { k, quasiIdentifiers, ...diverse, suppressionLimit, suppressed, loss, local: !isGlobal }
}

function anonymityOf(text: string): number {
  const value = positiveInteger(text)
  if (value < 2) throw new InvalidArgumentError('with k = 1 nobody shares anything: it is a whole number from 2')
  return value
}

function diversity(text: string): number {
  const value = number(text)
  if (value < 1) throw new InvalidArgumentError('it is not a number from 1')
  return value
}

function closeness(text: string): number {
  const value = number(text)
  if (value < 0 || value > 1) throw new InvalidArgumentError('it is not a number from 0 to 1')
  return value
}

function suppression(text: string): number {
  const value = number(text.replace(/\s*%$/, ''))
  if (value < 0 || value > 100) throw new InvalidArgumentError('it is not a percentage from 0 to 100, as in 2%')
  return value
}
