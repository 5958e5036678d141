import { areMetricIds, limitsFrom, metricIds, quoted } from '@sdc/inspect'
import {
  nextAfterMeasuring,
  measuredArtefacts,
  measuredJson,
  measuredText,
  profileNamed,
  readOthers,
  refuseBeyond,
  schemaOfOrigin,
} from '@sdc/release'
import { asInfo, type Dataset, type Message } from '@sdc/core'
import type { Command } from 'commander'
import { bindLimits, kindsTogether, type FileSchema } from '@sdc/engine'
import { measure } from '@sdc/release/node'
import { isRecoded } from '../terminal/encoding.js'
import {
  access,
  checkOutputs,
  hierarchyPaths,
  readHierarchies,
  readInput,
  readOptional,
  schemaOf,
} from '../input/files.js'
import * as option from '../options/options.js'
import { deliver, pathsOf } from '../output/deliver.js'
import { screenOf } from '../terminal/screen.js'
import { registryOf } from '../plugins/registry.js'
import { inPlace, workFlags } from '../work/work-options.js'

const flags = {
  ...option.inputFlags,
  ...option.hierarchyFlags,
  columns: option.maskedColumns,
  given: option.list('also measure relations with these unmasked columns'),
  by: option.groupsOf('also measure each group of these columns'),
  metrics: option.metricsFlag('measure these metrics'),
  profile: option.excluding(
    option.text('<name>', 'measure a set of metrics: numeric, categorical, control, synthetic, papers, all'),
    'metrics',
  ),
  set: option.repeated('<id.name=value>', 'set a parameter of a metric (repeatable)'),
  schema: option.schema,
  quasiIdentifiers: option.quasiIdentifiers,
  link: option.link,
  origin: option.origin,
  seed: option.fixedSeed('break ties by this seed'),
  failAbove: option.failAboveFlag('file and each group'),
  ...option.otherFileFlags,
  out: option.text('<file>', 'write the values as CSV, or JSON (.json); only its owner may read it'),
  records: option.text('<file>', 'write the risks of each masked record; keep it secret (CSV)'),
  json: option.json('measure'),
  ...workFlags('measure'),
}

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

Large files: Parquet, folders of files, and CSV files larger than --memory are measured out of core. Records are linked by position, or by --link. The values equal those in memory. A metric that needs both files in memory, or values of each record that do, are listed with the reason if they do not fit. sdc metrics ID says what a metric needs.`

/** Used if no metric is named. */
const NOTHING: { readonly ids?: readonly string[]; readonly messages: readonly Message[] } = { messages: [] }

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('measure'), flags)
    .argument('<original>', 'original CSV, Parquet, SPSS, Stata, SAS or Excel file, or a folder of parts')
    .argument('<masked>', 'masked file, in one of these forms')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: option.Given<typeof flags>) => {
      // A private file names the steps that made the masked file.
      const ids = options.origin === undefined ? ['risk', 'loss', ...(options.metrics ?? [])] : undefined
      const registry = await registryOf(command, [], ids)
      const failLimits = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const asked = metricIds(registry, options.metrics, options) ?? NOTHING
      const hierarchies = await readHierarchies(options)
      const named = options.profile === undefined ? asked.ids : profileNamed(registry, options.profile)
      const { schema: schemaPath, population, control } = options
      const inputs = [originalPath, maskedPath, schemaPath, options.origin, population, control]
      await checkOutputs([...inputs, ...hierarchyPaths(hierarchies)], [options.out, options.records])
      const origin = await readOptional(options.origin)
      const schema = await schemaOf(originalPath, options, { otherwise: schemaOfOrigin(origin) })
      const request = { ...options, registry, schema, hierarchies, metrics: named, limits: failLimits }
      const files = {
        original: originalPath,
        masked: maskedPath,
        link: options.link,
        origin,
        population,
        control,
        others: (original: Dataset, known: FileSchema | undefined) => readOthers(access, options, original, known),
        read: readInput,
        isRecoded: isRecoded(),
      }
      const measured = await inPlace(command, options, (place) => measure(request, files, place))
      const { result, original } = measured
      const data = typedData(originalPath, schemaPath, schema !== undefined || options.quasiIdentifiers !== undefined)
      const messages = [...asked.messages, ...measured.messages, ...nextAfterMeasuring(result, data)]
      const usualLoss = registry.defaults.axes?.[kindsTogether(original, result.columns)]?.loss
      const context = { messages, limits: failLimits, usualLoss }
      const artefacts = measuredArtefacts(result, options, context)
      const wrote = artefacts.length > 0 ? [asInfo(`wrote ${pathsOf(artefacts).join(', ')}`)] : []
      const details = areMetricIds(registry, options.metrics)
      const printed = options.json
        ? measuredJson(result, context)
        : measuredText(result, { details, usualLoss }, screenOf(command.opts()))
      await deliver({ artefacts, printed, messages: [...messages, ...wrote] })
      refuseBeyond(failLimits, result)
    })
}

/** Returns the original in the form of a command line; the schema of a private file has no file name. */
function typedData(path: string, schema: string | undefined, hasSchema: boolean): string {
  const data = path === '-' ? 'DATA' : quoted(path)
  return hasSchema ? `${data} --schema ${schema === undefined || schema === '-' ? 'SCHEMA' : quoted(schema)}` : data
}
