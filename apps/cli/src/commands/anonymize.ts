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
      recodes every column that has a file hierarchies/COLUMN.csv until each combination is shared by 5 records
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex,region -o anonymous.csv
      without files: numbers in classes of equal width, ordered categories with their neighbours, other text as itself or *
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex --l 3 --confidential disease -o anonymous.csv
      and each class has 3 diseases at least, or finding somebody's class would tell theirs
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ --global --suppression-limit 2% -o anonymous.csv
      one level for a whole column: coarser, but a value always becomes the same; 2 % of the records may go
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ --write-mapping recoding.json -o anonymous.csv
  sdc anonymize next-year.csv --k 5 --mapping recoding.json -o next-anonymous.csv
      the same recoding for another file; records that are fewer than 5 by it are suppressed

A file of a hierarchy has no header and a line for each value, with its classes from fine to coarse:
  39;35-39;30-39;*
  40;40-44;40-49;*
Where it lacks a value of the data, the lines to add are named. What is done is said before it runs, and the bytes are read
again and counted before they are written.`

export function addAnonymize(program: Command): void {
  const command = program
    .command('anonymize')
    .argument('<data>', 'the CSV file')
    .option('--k <records>', 'the fewest records that share a combination of keys', anonymityOf, 5)
    .option(
      '--quasi-identifiers <names>',
      'the columns that an intruder may know of somebody: a,b, or roles for the quasi-identifiers of a schema; by default these, ' +
        'else the columns that have a hierarchy',
      (text) => (text === 'roles' ? 'roles' : nameList(text)),
    )
    .option(
      '--confidential <names>',
      'the columns that nobody is to learn, for --l and --t; by default the confidential ones of a schema',
      nameList,
    )
    .option('--l <values>', 'every class has so many sensitive values', diversity)
    .addOption(
      new Option(
        '--l-model <model>',
        'how they are counted: different ones, by their entropy, or none too frequent',
      ).choices(['distinct', 'entropy', 'recursive']),
    )
    .option(
      '--l-c <times>',
      'for --l-model recursive: the most frequent value is rarer than so many times the rare ones',
      number,
    )
    .option('--t <share>', 'the sensitive values of a class are no farther from those of the file (0 to 1)', closeness)
    .addOption(
      new Option('--t-distance <distance>', 'how far two sensitive values are apart').choices([
        'auto',
        'equal',
        'ordered',
        'hierarchical',
      ]),
    )
    .option(
      '--suppression-limit <percent>',
      'the most records that may be suppressed (2% or 2); by default none with --global, else what is left',
      suppression,
    )
    .addOption(
      new Option(
        '--suppressed <what>',
        'suppressed records are left out, or stay without keys and sensitive values',
      ).choices(['remove', 'blank']),
    )
    .addOption(
      new Option('--local', 'recode again what would be suppressed, so that a column mixes levels (default)').conflicts(
        'global',
      ),
    )
    .addOption(new Option('--global', 'one level for a whole column'))
    .addOption(
      new Option('--loss <name>', 'what is lost least of').choices([
        'entropy',
        'loss',
        'height',
        'ncp',
        'discernibility',
        'aecs',
      ]),
    )
    .addOption(
      new Option('--mapping <file>', 'apply the recoding of another file, which --write-mapping wrote').conflicts([
        'local',
        'global',
        'loss',
      ]),
    )
    .option('--write-mapping <file>', 'write the recoding, to be applied to another file; it holds values of this one')
    .option(
      '--write-search <file>',
      'write mapping, levels and the lattice that was searched (JSON); it stays in the house',
    )
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
  addRunOptions(addHierarchyOptions(addHeaderOptions(command)))
    .option('--json', 'print what was found out as JSON (sdc schema anonymize)')
    .requiredOption('-o, --out <file>', 'where to write the anonymised file')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: AnonymizeCommandOptions) => {
      checkOutputForm(options.out, dataPath)
      const registry = await registryOf(command)
      const held = await readSchema(options.schema, [], undefined, options.header)
      const files = await readHierarchies(options)
      const recoding = options.mapping === undefined ? undefined : readRecoding(await readInput(options.mapping))
      const data = await readData(dataPath, held, options.private !== undefined)
      const { source, schema: known, notes } = withHierarchies(data.source, held, files)
      notes.forEach(say)
      const requirements = { ...wishesOf(options), recoding }
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

function wishesOf(options: AnonymizeCommandOptions): AnonymizeRequirements {
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
