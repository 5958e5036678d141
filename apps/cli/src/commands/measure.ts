import type { Command } from 'commander'
import { bindLimits, refuseUnmeasurable, rolesOf, withLimited } from '@sdc/engine'
import {
  chooseShared,
  measuredJson,
  measuredText,
  measureMasked,
  metricPlans,
  limitsFrom,
  nameList,
  readMasked,
  refuseBeyond,
  withQuasiIdentifiers,
  readTable,
} from '@sdc/workflow'
import { deliver, print } from '../deliver.js'
import { readInput } from '../files.js'
import { matchedSchema, matchFiles, readOrigin } from '../match-files.js'
import {
  addHeaderOptions,
  collect,
  columnList,
  failAboveOption,
  quasiIdentifiersOption,
  type HeaderOption,
} from '../options.js'
import { progress, said } from '../progress.js'
import { registryOf } from '../registry.js'

interface MeasureCommandOptions extends HeaderOption {
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly by: readonly string[]
  readonly metrics?: readonly string[]
  readonly set: readonly string[]
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly key?: string
  readonly origin?: string
  readonly seed?: string
  readonly failAbove: readonly string[]
  readonly json?: boolean
}

const help = `
Every value is printed with its unit, its range and which direction is better; a value that cannot be computed says why.
Metrics that are named (--metrics) are printed with their tables; --json has those of all.

Examples:
  sdc measure data.csv masked.csv --columns income,tax
  sdc measure data.csv public.csv --columns all --origin keep.json --json
  sdc measure data.csv masked.csv --columns income,tax --given age --by region --metrics loss/rank-correlation
  sdc measure data.csv masked.csv --columns income,tax --metrics risk/interval-disclosure --set interval-disclosure.mode=sd`

export function addMeasure(program: Command): void {
  const command = addHeaderOptions(program.command('measure'))
    .description('disclosure risk and information loss of a masked file')
    .argument('<original>', 'the original CSV file')
    .argument('<masked>', 'the masked CSV file')
    .option('--columns <names>', 'the columns to measure: a,b or all numeric ones that both files have', columnList)
    .option(
      '--given <names>',
      "unmasked columns whose relation to the masked ones is measured too; by default a schema's non-confidential ones",
      nameList,
    )
    .option('--by <names>', 'measure every group that these columns form as well, as a file of its own', nameList, [])
    .option('--metrics <ids>', 'what to measure; by default every metric (sdc metrics)', nameList)
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
    .option('--json', 'print JSON (sdc schema measure)')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: MeasureCommandOptions) => {
      const registry = await registryOf(command)
      const bounds = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const metrics = withLimited(metricPlans(registry, options.metrics, options.set), bounds)
      const originalFile = await readInput(originalPath)
      const origins = await readOrigin(options.origin)
      const link = { key: options.key, origin: origins, header: options.header, original: originalFile }
      const held = await matchedSchema({ schema: options.schema, origin: origins, header: options.header })
      const { dataset: original } = readTable(originalFile, held)
      const schema = withQuasiIdentifiers(held, options.quasiIdentifiers, original)
      const file = await readInput(maskedPath)
      const { dataset: masked } = readMasked(file, original, schema)
      const matched = await matchFiles(original, masked, file, link)
      const { key, given = [], by } = options
      const choice = { schema, besides: [...given, ...by], key, kind: 'any', rolesMayLack: true } as const
      const { columns } = said(chooseShared(original, masked, options.columns, choice))
      refuseUnmeasurable(bounds, { columns, roles: rolesOf(original, schema), original })
      const bar = progress('measuring')
      const asked = { ...options, columns, metrics, schema, tick: bar.tick }
      const outcome = await measureMasked({ original, masked, matched }, asked, registry)
      bar.done()
      await deliver(outcome)
      const details = options.metrics !== undefined
      print(options.json ? measuredJson(outcome.result) : measuredText(outcome.result, { details }))
      refuseBeyond(bounds, outcome.result)
    })
}
