import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import { chooseColumns, columnsWithRole, measureByGroup, measureFiles, type MetricPlan } from '@sdc/engine'
import { readMasked, readSchema, readTable } from '../files.js'
import { matchFiles, schemaOfOrigin, sharedColumns } from '../match-files.js'
import { detailTables, groupsTable, measuredJson, measuredTable } from '../measured.js'
import { collect, columnList, keyValue, nameList, settings } from '../options.js'
import { rootRng } from '../produce.js'
import { progress } from '../progress.js'
import { registryOf } from '../registry.js'

interface MeasureOptions {
  readonly columns?: 'all' | string[]
  readonly given?: string[]
  readonly by: string[]
  readonly metrics?: string[]
  readonly set: string[]
  readonly schema?: string
  readonly key?: string
  readonly origin?: string
  readonly seed?: string
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
  const command = program
    .command('measure')
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
    .option('--key <column>', 'a column whose values say which records belong together')
    .option(
      '--origin <file>',
      'the private file of the run, or a CSV file with a column origin: record numbers from 1, 0 for none',
    )
    .option('--seed <seed>', 'repeatable breaking of ties where a metric draws them at random', '1')
    .option('--json', 'print JSON (sdc schema measure)')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: MeasureOptions) => {
      const registry = await registryOf(command)
      const metrics = metricPlans(registry, options)
      const schema = (await readSchema(options.schema)) ?? (await schemaOfOrigin(options.origin))
      const { dataset: original } = await readTable(originalPath, schema)
      const { dataset: masked } = await readMasked(maskedPath, original, schema)
      const { matching, origin } = await matchFiles(original, masked, maskedPath, options)
      const chosen = chooseColumns(original, options.columns, schema, [...(options.given ?? []), ...options.by])
      const named = options.columns !== undefined && options.columns !== 'all'
      const columns = named ? chosen : sharedColumns(original, masked, chosen, { key: options.key, kind: 'numeric' })
      const besides = [...columns, ...options.by]
      const given =
        options.given ??
        columnsWithRole(original, schema, ['non-confidential']).filter(
          (name) => masked.names.includes(name) && !besides.includes(name),
        )
      const bar = progress('measuring')
      const job = { registry, original, masked, origin, columns, given, metrics, rng: rootRng(options.seed) }
      const share = options.by.length > 0 ? 0.5 : 1
      const measured = await measureFiles({ ...job, tick: (fraction) => bar.tick(share * fraction) })
      const groups =
        options.by.length > 0
          ? await measureByGroup({ ...job, tick: (fraction) => bar.tick(share + share * fraction) }, options.by)
          : undefined
      bar.done()
      if (options.json)
        process.stdout.write(`${JSON.stringify(measuredJson(measured, origin, job, matching, groups), null, 2)}\n`)
      else {
        const details = options.metrics ? detailTables(measured) : []
        const parts = [measuredTable(measured), ...details, ...(groups ? [groupsTable(groups)] : [])]
        process.stdout.write(`${parts.join('\n\n')}\n`)
      }
    })
}

/** The metrics to measure with their settings: `--set id.name=value`, where the id's family may be left out. */
function metricPlans(registry: Registry, { metrics, set }: MeasureOptions): MetricPlan[] {
  const plans = new Map(
    (metrics ?? registry.all('metrics').map(({ id }) => id)).map((id) => [
      registry.get('metrics', id).id,
      [] as string[],
    ]),
  )
  for (const pair of set) {
    const [path, value] = keyValue(pair)
    const at = path.lastIndexOf('.')
    const wanted = path.slice(0, Math.max(at, 0))
    const id = [...plans.keys()].find((one) => one === wanted || one.split('/')[1] === wanted)
    if (id === undefined) {
      throw new SdcError(
        'BAD_OPTION',
        `--set ${pair} names no metric that is measured`,
        {},
        `The form is id.name=value, with id one of ${[...plans.keys()].join(', ')}.`,
      )
    }
    plans.get(id)?.push(`${path.slice(at + 1)}=${value}`)
  }
  return [...plans].map(([use, pairs]) => ({ use, params: settings(registry.get('metrics', use).params, pairs) }))
}
