import { Option, type Command } from 'commander'
import { SdcError, type Dataset, type Registry } from '@sdc/core'
import { bindLimits, kindsTogether, refuseUnmeasurable, rolesOf, withLimited, type FileSchema } from '@sdc/engine'
import {
  artefactIfNamed,
  chooseShared,
  measuredJson,
  measuredText,
  measureMasked,
  metricPlans,
  limitsFrom,
  nameList,
  profileNamed,
  readMasked,
  refuseBeyond,
  riskCsv,
  usualProfile,
  withQuasiIdentifiers,
  readTable,
} from '@sdc/workflow'
import { deliver, print } from '../deliver.js'
import { checkOutputs, readInput } from '../files.js'
import { matchedSchema, matchFiles, readOrigin, readMaskedFile } from '../match-files.js'
import {
  addHeaderOptions,
  collect,
  columnList,
  failAboveOption,
  quasiIdentifiersOption,
  type HeaderOption,
} from '../options.js'
import { progress, said, say } from '../progress.js'
import { registryOf } from '../registry.js'
import { screenOf } from '../screen.js'

interface MeasureCommandOptions extends HeaderOption {
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly by: readonly string[]
  readonly metrics?: readonly string[]
  readonly profile?: string
  readonly set: readonly string[]
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly key?: string
  readonly origin?: string
  readonly seed?: string
  readonly failAbove: readonly string[]
  readonly population?: string
  readonly control?: string
  readonly out?: string
  readonly json?: boolean
}

const help = `
The first four lines say what was measured, the worst risk, the loss, and what to do next; the last one is the verdict. Every
value has its unit and, with --wide, its range and which direction is better; a share has its 95 % interval and what it is a share of; a value that cannot be
computed says why. Metrics that are named (--metrics) are printed with their tables; --json has those of all.
Without --metrics and --profile: the metrics for the kinds of the columns, but those that take long.
--fail-above risk/dld=5 holds the value, risk/dld:upper=5 the upper end of its interval.

Examples:
  sdc measure data.csv masked.csv --columns income,tax
  sdc measure data.csv public.csv --columns all --origin keep.json --json
  sdc measure data.csv masked.csv --columns income,tax --given age --by region --metrics loss/rank-correlation
  sdc measure data.csv masked.csv --columns income,tax --metrics risk/interval-disclosure --set interval-disclosure.mode=sd
  sdc measure data.csv masked.csv --schema schema.yaml --profile categorical -o risks.csv
  sdc measure data.csv masked.csv --schema schema.yaml --population register.csv --metrics risk/reidentification`

/** A file that goes with the original, read as a masked one is: with the kinds of the original's columns. */
async function otherFile(
  path: string | undefined,
  original: Dataset,
  schema?: FileSchema,
): Promise<Dataset | undefined> {
  if (path === undefined) return undefined
  const { dataset } = readMasked(await readInput(path), original, schema)
  if (dataset.names.some((name) => original.names.includes(name))) return dataset
  const message = `${path} has none of the columns of the original: ${dataset.names.join(', ')}`
  throw new SdcError('WRONG_INPUT', message, { file: path }, `It is to have some of ${original.names.join(', ')}.`)
}

/** The usual metric of loss for these columns. */
function lossOf({ defaults }: Registry, original: Dataset, columns: readonly string[]): { usualLoss?: string } {
  const loss = defaults.axes?.[kindsTogether(original, columns)]?.loss
  return loss === undefined ? {} : { usualLoss: loss }
}

export function addMeasure(program: Command): void {
  const command = addHeaderOptions(program.command('measure'))
    .argument('<original>', 'the original CSV file')
    .argument('<masked>', 'the masked CSV file')
    .option('--columns <names>', 'the columns to measure: a,b or all numeric ones that both files have', columnList)
    .option(
      '--given <names>',
      "unmasked columns whose relation to the masked ones is measured too; by default a schema's non-confidential ones",
      nameList,
    )
    .option('--by <names>', 'measure every group that these columns form as well, as a file of its own', nameList, [])
    .option('--metrics <ids>', 'what to measure (sdc metrics)', nameList)
    .addOption(
      new Option(
        '--profile <name>',
        'what to measure: numeric, categorical, papers (those of the papers that this project reproduces), or all',
      ).conflicts('metrics'),
    )
    .option('--set <id.name=value>', 'a parameter of a metric (repeatable)', collect, [])
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .addOption(quasiIdentifiersOption())
    .option('--key <column>', 'a column whose values say which records belong together')
    .option(
      '--origin <file>',
      'the private file of the run, or a CSV file with a column origin: record numbers from 1, 0 for none',
    )
    .option('--seed <seed>', 'repeatable breaking of ties where a metric draws them at random', '1')
    .addOption(failAboveOption('of the file, and of every group'))
    .option(
      '--population <file>',
      'the population that the original is a sample of, or a register that an intruder may have (CSV)',
    )
    .option(
      '--control <file>',
      'people like those of the original who are not in it: what needs no release to be known (CSV)',
    )
    .option(
      '-o, --out <file>',
      'a row for every masked record: each risk by record, its rank, and why it is at risk (CSV; only its owner may read it)',
    )
    .option('--json', 'print JSON (sdc schema measure)')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: MeasureCommandOptions) => {
      const registry = await registryOf(command)
      const bounds = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const named = options.profile === undefined ? options.metrics : profileNamed(registry, options.profile)
      const inputs = [originalPath, maskedPath, options.schema, options.origin, options.population, options.control]
      await checkOutputs(inputs, [options.out])
      const originalFile = await readInput(originalPath)
      const origins = await readOrigin(options.origin)
      const link = { key: options.key, origin: origins, header: options.header, original: originalFile }
      const held = await matchedSchema({ schema: options.schema, origin: origins, header: options.header })
      const { dataset: original } = readTable(originalFile, held)
      const schema = withQuasiIdentifiers(held, options.quasiIdentifiers, original)
      const file = await readInput(maskedPath)
      const { dataset: masked } = await readMaskedFile(file, original, schema)
      const matched = await matchFiles(original, masked, file, link)
      const { key, given = [], by } = options
      const choice = { schema, besides: [...given, ...by], key, kind: 'any', rolesMayLack: true } as const
      const { columns } = said(chooseShared(original, masked, options.columns, choice))
      const usual = named === undefined ? usualProfile(registry, original, columns, options) : undefined
      const metrics = withLimited(metricPlans(registry, named, options.set, usual?.ids), bounds)
      const population = await otherFile(options.population, original, schema)
      const control = await otherFile(options.control, original, schema)
      refuseUnmeasurable(bounds, { columns, roles: rolesOf(original, schema), original })
      const bar = progress('measuring')
      const asked = { ...options, columns, metrics, schema, population, control, tick: bar.tick }
      const outcome = await measureMasked({ original, masked, matched }, asked, registry)
      bar.done()
      const { result } = outcome
      const artefacts = artefactIfNamed('risks', options.out, () => riskCsv(result))
      await deliver({ ...outcome, artefacts: [...outcome.artefacts, ...artefacts] })
      const left = usual?.costly.filter((id) => !metrics.some(({ use }) => use === id)) ?? []
      if (left.length > 0)
        say(
          `note: left out, since they take long or need to be told what to measure: ${left.join(', ')} (--metrics, --profile all)`,
        )
      const details = options.metrics !== undefined
      print(
        options.json
          ? measuredJson(result)
          : measuredText(result, { details, ...lossOf(registry, original, columns) }, screenOf(command.opts())),
      )
      refuseBeyond(bounds, outcome.result)
    })
}
