import { decimalNumber, SdcError } from '@sdc/core'
import { InvalidArgumentError, type Command } from 'commander'
import {
  anonymizeFile,
  planAnonymization,
  readRecoding,
  type Anonymized,
  type AnonymizeRequirements,
  type ProduceData,
  type ProduceOptions,
} from '@sdc/release'
import { keyValue, nameList, refuseTwice, withHierarchies } from '@sdc/inspect'
import { print, writeOrPrint } from '../output/deliver.js'
import { hierarchyPaths, readData, readHierarchies, readInput, schemaOf } from '../input/files.js'
import { encoderOf, maskInMemory, projectKey, readBack } from '@sdc/release/node'
import { progress, say } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  k: option.value('<records>', 'require at least this many records per equivalence class', anonymityOf, 5),
  quasiIdentifiers: option.value('<names>', 'name the columns that an intruder may know: a,b, or roles', (text) =>
    text === 'roles' ? 'roles' : nameList(text),
  ),
  confidential: option.list('name the confidential columns for --l and --t: a,b'),
  l: option.value(
    '<values>',
    'require this many confidential values per class',
    option.numberThat((l) => l >= 1, 'a number from 1'),
  ),
  lModel: option.choice('<model>', 'count values by this model of l-diversity', ['distinct', 'entropy', 'recursive']),
  lC: option.value('<times>', 'set the factor c of recursive l-diversity', option.number),
  t: option.value(
    '<share>',
    'limit the distance of class and file distributions (0 to 1)',
    option.numberThat((t) => t >= 0 && t <= 1, 'a number from 0 to 1'),
  ),
  tDistance: option.choice('<distance>', 'measure t-closeness by this distance', [
    'auto',
    'equal',
    'ordered',
    'hierarchical',
  ]),
  suppressionLimit: option.value(
    '<percent>',
    'limit suppressed records: 2% or 2',
    option.percentThat((p) => p >= 0 && p <= 100, 'a percentage from 0 to 100, as in 2%'),
  ),
  suppressed: option.choice('<what>', 'remove suppressed records, or blank their values', ['remove', 'blank']),
  local: option.excluding(option.flag('recode suppressed records again with other levels (default)'), 'global'),
  global: option.flag('use one level for a whole column'),
  loss: option.choice('<name>', 'minimise this information-loss measure', [
    'entropy',
    'loss',
    'height',
    'ncp',
    'discernibility',
    'aecs',
  ]),
  keep: option.list('keep these quasi-identifiers unchanged: a,b'),
  importance: option.repeated('<column=weight>', 'weigh a column in the loss, default 1 (repeatable): age=2'),
  mapping: option.excluding(option.text('<file>', 'apply a recoding that --write-mapping wrote'), [
    'local',
    'global',
    'loss',
  ]),
  writeMapping: option.text('<file>', 'write the recoding for other files; keep it secret'),
  writeSearch: option.text('<file>', 'write mapping and searched levels; keep it secret (JSON)'),
  schema: option.schema,
  ...option.inputFlags,
  ...option.hierarchyFlags,
  ...option.runFlags,
  json: option.json('anonymize', 'print the result as JSON'),
  out: option.required(option.text('<file>', 'write the anonymised file here')),
}

type AnonymizeCommandOptions = option.Given<typeof flags>

const help = `
Examples:
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ -o anonymous.csv
      recodes each column that has a file hierarchies/COLUMN.csv, until at least 5 records share each combination
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex,region -o anonymous.csv
      without hierarchies: dates by month and year, numbers by classes, codes by prefix, other categories in learned groups
  sdc anonymize data.csv --k 5 --quasi-identifiers birth,postcode,icd,age -o anonymous.csv \\
      --hierarchy birth=date:month,quarter,year \\
      --hierarchy postcode=prefix:3,2,1 \\
      --hierarchy icd=prefix:3,1 \\
      --hierarchy age=interval:5,10,20
      hierarchies as rules instead of files
  sdc anonymize data.csv --k 5 --quasi-identifiers age,sex,region --keep sex --importance age=2 -o anonymous.csv
      sex stays unchanged, and age stays finer than with weight 1
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
Rules make such classes without a file. A text with the form of a rule is a file only if there is a file of that name:
  date:month,quarter,year,5years   dates; also week and 10years
  prefix:3,2,1                     codes: their first 3, 2, 1 characters
  interval:5,10,20                 numbers: classes of these widths; with 15..90, one class below 15 and one from 90 on
  tree                             groups of categories that are alike in the other columns; numbers by quantiles

If a file lacks a value of the data, the error names the lines to add. The command prints its plan first. It checks the output for k-anonymity before it writes the file.`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('anonymize'), flags)
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: AnonymizeCommandOptions) => {
      const encode = encoderOf(options)
      const registry = await registryOf(command)
      const held = await schemaOf(dataPath, options)
      const files = await readHierarchies(options)
      const recoding = options.mapping === undefined ? undefined : readRecoding(await readInput(options.mapping))
      const data = await readData(dataPath, held, options.private !== undefined)
      const { source, schema: known, notes } = withHierarchies(data.source, held, files)
      notes.forEach(say)
      const { pseudonymKey } = options
      const requirements = { ...requirementsOf(options), recoding, pseudonyms: pseudonymKey !== undefined }
      const screen = screenOf(command.opts(), process.stderr)
      const plan = planAnonymization(source.dataset, known, requirements, screen)
      plan.messages.forEach(say)
      const outputs = [options.out, options.private, options.writeMapping, options.writeSearch]
      const key = pseudonymKey === undefined ? undefined : await projectKey(pseudonymKey, outputs, say)
      const inputs = [options.schema, options.mapping, pseudonymKey].filter((path) => path !== undefined)
      const found: { anonymized?: Anonymized } = {}
      const run = {
        ...options,
        ...option.limitsOf(options),
        registry,
        dataPath,
        inputs: [...inputs, ...hierarchyPaths(files)],
        others: [options.writeMapping, options.writeSearch],
        ...data,
        encode,
        source,
        schema: plan.schema,
        projectKey: key?.hash,
        steps: [plan.step],
        write: writeOrPrint,
        make: async (from: ProduceData, how: ProduceOptions) => {
          const { writeMapping, writeSearch } = options
          const outcome = await anonymizeFile(
            from,
            { ...how, format: options.format, readBack, requirements, plan, writeMapping, writeSearch, screen },
            registry,
          )
          found.anonymized = outcome.result.anonymized
          return { ...outcome, result: outcome.result.run }
        },
      }
      await maskInMemory(run, { watch: { say, progress } })
      if (options.json) print(found.anonymized)
    })
}

function requirementsOf(options: AnonymizeCommandOptions): AnonymizeRequirements {
  const { k, quasiIdentifiers, confidential, l, lModel: model, lC: c, t, tDistance: distance, loss } = options
  const { suppressionLimit, suppressed, keep, global: isGlobal = false } = options
  const importance = importanceOf(options.importance)
  const diverse = { confidential, l, model, c, t, distance }
  return { k, quasiIdentifiers, ...diverse, suppressionLimit, suppressed, loss, keep, importance, local: !isGlobal }
}

function importanceOf(texts: readonly string[]): Record<string, number> | undefined {
  if (texts.length === 0) return undefined
  const pairs = texts.map(keyValue)
  refuseTwice(pairs, '--importance')
  return Object.fromEntries(
    pairs.map(([column, text]) => {
      const weight = decimalNumber(text)
      if (weight !== undefined && weight >= 0) return [column, weight]
      const message = `the importance "${text}" of column "${column}" is not a number from 0`
      throw new SdcError(
        'BAD_OPTION',
        message,
        { column },
        'Write --importance age=2: more than 1 keeps a column finer.',
      )
    }),
  )
}

function anonymityOf(text: string): number {
  const value = option.positiveInteger(text)
  if (value < 2) throw new InvalidArgumentError('with k = 1 nobody shares anything: it is a whole number from 2')
  return value
}
