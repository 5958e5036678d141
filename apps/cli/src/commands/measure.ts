import { asNote, option, type Message } from '@sdc/core'
import { Option, type Command } from 'commander'
import { bindLimits, refuseUnmeasurable, rolesOf, withLimited } from '@sdc/engine'
import {
  findColumns,
  matchIfLinked,
  measureMasked,
  metricPlans,
  nextAfterMeasuring,
  profileNamed,
  refuseBeyond,
  usualProfile,
} from '@sdc/release'
import { metricIds, limitsFrom, nameList, withHierarchies, withQuasiIdentifiers, readTable } from '@sdc/inspect'
import { deliverMeasured } from '../parts/deliver-measured.js'
import { checkOutputs, hierarchyPaths, readHierarchies, readInput } from '../input/files.js'
import { linkOf, matchedSchema, readOrigin, readMaskedFile } from '../input/match-files.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  collect,
  columnList,
  failAboveOption,
  metricsOption,
  quasiIdentifiersOption,
} from '../options/options.js'
import { formatsOf } from '../parts/parts-file.js'
import { addPartsOptions } from '../parts/parts-options.js'
import { controlOption, otherFiles, populationOption } from '../input/other-files.js'
import { typedData, type MeasureCommandOptions } from '../parts/measure-options.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'

const help = `
The first four lines give the files, the worst risk, the loss and the next step. The last line is the verdict. --all adds to each value its range and which direction is better. Shares of records have a 95 % interval. A missing value has its reason. Metrics named by --metrics are printed with their tables; --json has all tables.

Without --metrics and --profile, the command measures the fast metrics for the kinds of the columns. --fail-above risk/dld=5 limits the value; risk/dld:upper=5 limits the upper end of its interval.

Examples:
  sdc measure data.csv masked.csv
  sdc measure data.csv masked.csv --columns income,tax
  sdc measure data.csv public.csv --columns all --origin keep.json --json
  sdc measure data.csv masked.csv --columns income,tax --given age --by region --metrics loss/rank-correlation
  sdc measure data.csv masked.csv --columns income,tax --metrics risk/interval-disclosure --set interval-disclosure.mode=sd
  sdc measure data.csv masked.csv --schema schema.yaml --profile categorical --records risks.csv
  sdc measure data.csv anonymous.csv --quasi-identifiers age,region --hierarchies hierarchies/
  sdc measure data.csv masked.csv --metrics risk -o risks.json
  sdc measure data.csv masked.csv --schema schema.yaml --population register.csv --metrics risk/reidentification
  sdc measure big.parquet masked.parquet --columns income --quasi-identifiers age,sex,region --metrics risk/k-anonymity --memory 2GB
  sdc measure big.parquet sample.parquet --link person --columns income --metrics risk/dbrl --memory 2GB
  sdc measure big.parquet masked.parquet --columns income --work-folder "$PWD/work" --launcher slurm --workers 4 --memory 8GB

Large files: Parquet, folders of files, and CSV files larger than --memory are measured out of core. Records are linked by position, or by --link. The values equal those in memory; values by record are left out. A metric that needs both files in memory is listed with the reason if they do not fit. sdc metrics ID says what a metric needs.`

/** Metrics if none is named. */
const NOTHING: { readonly ids?: readonly string[]; readonly messages: readonly Message[] } = { messages: [] }

export function add(program: Command): void {
  const command = addHierarchyOptions(addHeaderOptions(program.command('measure')))
    .argument('<original>', 'original CSV file; or Parquet, or a folder of parts')
    .argument('<masked>', 'masked file, in one of these forms')
    .option('--columns <names>', 'name the masked columns: a,b or all; default: detected', columnList)
    .option('--given <names>', 'also measure relations with these unmasked columns', nameList)
    .option('--by <names>', 'also measure each group of these columns', nameList, [])
    .addOption(metricsOption('measure these metrics'))
    .addOption(
      new Option('--profile <name>', 'measure a set of metrics: numeric, categorical, papers, all').conflicts(
        'metrics',
      ),
    )
    .option('--set <id.name=value>', 'set a parameter of a metric (repeatable)', collect, [])
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .addOption(quasiIdentifiersOption())
    .option('--link <column>', 'link records of the two files by this column')
    .option('--origin <file>', 'link records by the private file, or a CSV column origin')
    .option('--seed <seed>', 'break ties by this seed', '1')
    .addOption(failAboveOption('file and each group'))
    .addOption(populationOption())
    .addOption(controlOption())
    .option('-o, --out <file>', 'write the values as CSV, or JSON (.json); only its owner may read it')
    .option('--records <file>', 'write the risks of each masked record; keep it secret (CSV)')
    .option('--json', 'print JSON (sdc schema measure)')
  addPartsOptions(command, 'measure')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: MeasureCommandOptions) => {
      // A private file names the steps that made the masked one.
      const ids = options.origin === undefined ? ['risk', 'loss', ...(options.metrics ?? [])] : undefined
      const registry = await registryOf(command, [], ids)
      const failLimits = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const messages: Message[] = []
      const collected = <Step extends { readonly messages: readonly Message[] }>(step: Step): Step => {
        messages.push(...step.messages)
        return step
      }
      const asked = collected(metricIds(registry, options.metrics, options) ?? NOTHING)
      const hierarchies = await readHierarchies(options)
      const named = options.profile === undefined ? asked.ids : profileNamed(registry, options.profile)
      const { schema: schemaPath, population, control } = options
      const inputs = [
        originalPath,
        maskedPath,
        schemaPath,
        options.origin,
        population,
        control,
        ...hierarchyPaths(hierarchies),
      ]
      await checkOutputs(inputs, [options.out, options.records])
      const formats = await formatsOf(originalPath, maskedPath, options)
      if (formats !== undefined) {
        const { measureCommandInParts } = await import('../parts/measure-command.js')
        await measureCommandInParts({
          command,
          registry,
          failLimits,
          named,
          originalPath,
          maskedPath,
          formats,
          options,
        })
        return
      }
      const originalFile = await readInput(originalPath)
      const origins = await readOrigin(options.origin)
      const link = { key: options.link, origin: origins, header: options.header, original: originalFile }
      const held = await matchedSchema(originalFile, {
        schema: options.schema,
        origin: origins,
        header: options.header,
      })
      const { source, schema: known, notes } = withHierarchies(readTable(originalFile, held), held, hierarchies)
      messages.push(...notes)
      const { dataset: original } = source
      const schema = withQuasiIdentifiers(known, options.quasiIdentifiers, original)
      const file = await readInput(maskedPath)
      const { dataset: masked } = await readMaskedFile(file, original, schema)
      const whole = await linkOf(file, link)
      const matched = collected(matchIfLinked(original, masked, whole))
      const { link: key, given = [], by } = options
      const choice = { schema, besides: [...given, ...by], key, kind: 'any', rolesMayLack: true } as const
      const { columns } = collected(
        findColumns(original, masked, options.columns, { ...choice, registry, link: whole, matched }),
      )
      const usual = named === undefined ? usualProfile(registry, original, columns, options) : undefined
      const metrics = withLimited(metricPlans(registry, named, options.set, usual?.ids), failLimits)
      const others = await otherFiles(options, original, schema)
      refuseUnmeasurable(failLimits, { columns, roles: rolesOf(original, schema), original })
      const bar = progress('measuring')
      const how = { ...options, columns, metrics, schema, ...others, tick: bar.tick }
      const outcome = await measureMasked({ original, masked, matched }, how, registry)
      bar.done()
      const left = usual?.costly.filter((id) => !metrics.some(({ use }) => use === id)) ?? []
      collected(outcome)
      if (left.length > 0)
        messages.push(asNote(`${left.length} slower metrics are left out: ${option('profile', 'all')} measures them`))
      const data = typedData(originalPath, options.schema, schema !== undefined)
      await deliverMeasured(command, outcome.result, {
        options,
        registry,
        original,
        messages: [...messages, ...nextAfterMeasuring(outcome.result, data)],
        limits: failLimits,
      })
      refuseBeyond(failLimits, outcome.result)
    })
}
