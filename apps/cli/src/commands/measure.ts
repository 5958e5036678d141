import { limitsFrom, metricIds, nameList } from '@sdc/inspect'
import { nextAfterMeasuring, profileNamed, refuseBeyond } from '@sdc/release'
import type { Dataset, Message } from '@sdc/core'
import { Option, type Command } from 'commander'
import { bindLimits, type FileSchema } from '@sdc/engine'
import { measure } from '@sdc/release/node'
import { isRecoded } from '../input/encoding.js'
import { checkOutputs, hierarchyPaths, readHierarchies, readInput } from '../input/files.js'
import { matchedSchema, readOrigin } from '../input/match-files.js'
import { controlOption, otherFiles, populationOption } from '../input/other-files.js'
import { typedData, type MeasureCommandOptions } from '../output/measure-options.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  collect,
  columnList,
  failAboveOption,
  metricsOption,
  quasiIdentifiersOption,
} from '../options/options.js'
import { deliverMeasured } from '../output/deliver-measured.js'
import { registryOf } from '../plugins/registry.js'
import { addWorkOptions, inPlace } from '../work/work-options.js'

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
  addWorkOptions(command, 'measure')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: MeasureCommandOptions) => {
      // A private file names the steps that made the masked one.
      const ids = options.origin === undefined ? ['risk', 'loss', ...(options.metrics ?? [])] : undefined
      const registry = await registryOf(command, [], ids)
      const failLimits = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const asked = metricIds(registry, options.metrics, options) ?? NOTHING
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
      const origin = await readOrigin(options.origin)
      const read = { schema: schemaPath, header: options.header, origin }
      const schema = await matchedSchema(originalPath, read)
      const request = { ...options, registry, schema, hierarchies, metrics: named, limits: failLimits }
      const files = {
        original: originalPath,
        masked: maskedPath,
        link: options.link,
        origin,
        population,
        control,
        others: (original: Dataset, known: FileSchema | undefined) => otherFiles(options, original, known),
        read: readInput,
        isRecoded: isRecoded(),
      }
      const measured = await inPlace(command, options, (place) => measure(request, files, place))
      const { result, original } = measured
      const data = typedData(originalPath, schemaPath, schema !== undefined || options.quasiIdentifiers !== undefined)
      const messages = [...asked.messages, ...measured.messages, ...nextAfterMeasuring(result, data)]
      await deliverMeasured(command, result, { options, registry, original, messages, limits: failLimits })
      refuseBeyond(failLimits, result)
    })
}
