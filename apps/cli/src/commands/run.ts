import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import {
  checkMetrics,
  checkPlanRun,
  measureProduced,
  producedJson,
  readPlan,
  replayFrom,
  type RunOptions,
} from '@sdc/release'
import { metricIds, refuseDifferent, runDocument, tableOptions, withHierarchies } from '@sdc/inspect'
import type { MetricPlan, Plan } from '@sdc/engine'
import { deliver, print } from '../output/deliver.js'
import {
  hierarchyPaths,
  planData,
  readData,
  readHierarchies,
  readSchema,
  readInput,
  type HierarchyOptions,
} from '../input/files.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  addRunOptions,
  limitsOf,
  metricsOption,
  noReportOption,
  type HeaderOption,
  type LimitOptions,
} from '../options/options.js'
import { addPluginOption, checkReplayPlugins, plannedPlugins, type PluginOption } from '../plugins/plan-plugins.js'
import { partsFormat } from '../parts/parts-file.js'
import { addPartsOptions, type PartsOptions } from '../parts/parts-options.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { checkOutputForm } from '../output/output-form.js'
import { produce } from '../output/produce.js'
import { say } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { reportedRun, runReportNames } from '../output/run-report.js'
import { screenOf } from '../terminal/screen.js'

interface RunCommandOptions
  extends RunOptions, HeaderOption, LimitOptions, PluginOption, HierarchyOptions, PartsOptions {
  readonly data?: string
  readonly schema?: string
  readonly metrics?: readonly string[]
  readonly json?: boolean
  readonly report: boolean
}

const help = `
A plan is YAML or JSON:
  data: data.csv                     # relative to the plan
  schema:
    columns: { income: { role: confidential }, name: { role: identifier } }
  steps:
    - { use: microaggregation/mdav, params: { k: 5 }, by: [region] }
    - reverse-map/rank
  metrics: [risk/dld, loss/il-score] # measured after the run, printed on stderr
  limits: { risk/dld: 5 }            # checked before writing, up to 20 redraws

If no draw keeps the limits, the command writes nothing and exits with status 3.

-o OUT.csv also writes OUT.report.INTERNAL.html next to the private file, or next to OUT. It contains facts about the original: only its owner may read it. A release also gets OUT.report.PUBLIC.html, to publish with it. --no-report writes neither.

Large files: Parquet, folders of CSV files and CSV files larger than --memory are masked out of core, without metrics, limits and reports. Repeat the command with --resume after an interruption.

The private file of an earlier run is also a plan. It repeats that run bit for bit, and accepts only the same input. If the result differs (another version), the command writes no public manifest and exits with status 3.
  sdc run keep.json --data data.csv -o again.csv`

export function add(program: Command): void {
  const command = program
    .command('run')
    .argument('<plan>', 'plan (YAML, JSON), or a private file')
    .option('--data <file>', 'read this file instead of the one in the plan')
  addPartsOptions(addRunOptions(addHierarchyOptions(addPluginOption(addHeaderOptions(command)))))
    .option('--schema <file>', 'replace the schema of the plan (YAML, JSON)')
    .option('-o, --out <file>', 'write the masked file here; default: standard output')
    .addOption(metricsOption('replace the metrics of the plan'))
    .addOption(noReportOption())
    .option('--json', 'print the run as JSON (sdc schema run); needs -o')
    .addHelpText('after', help)
    .action(async (planPath: string, options: RunCommandOptions) => {
      jsonNeedsOut(options)
      const planFile = await readInput(planPath)
      const file = readPlan(planFile)
      const { plan, manifest } = file
      const plugins = plannedPlugins(command, plan, planPath, options)
      const registry = await registryOf(command, plugins)
      const dataPath = planData(planPath, plan, options.data)
      checkPlanRun(file, options, planPath)
      checkReplayPlugins(manifest, registry)
      if (options.release && plan.seed !== undefined && options.seed === undefined)
        say(asInfo("the plan's seed is left out: a released file is drawn from fresh keyed random numbers"))
      const { steps, measure } = plan
      const named = metricIds(registry, options.metrics)
      named?.messages.forEach(say)
      const metrics = metricsOf(named?.ids, plan.metrics)
      const held = limitsOf(options, plan.limits)
      if (manifest && options.schema !== undefined) throw heldSchema()
      const read = await readSchema(dataPath, options.schema, [], plan.schema, options.header)
      const format = await partsFormat(dataPath, tableOptions(dataPath, read), options)
      checkOutputForm(options.out, dataPath, format)
      if (format !== undefined) {
        const { runPlanInParts } = await import('../parts/run-in-parts.js')
        const request = {
          command,
          registry,
          dataPath,
          inputs: withPath(planPath, options.schema),
          format,
          schema: read,
          steps,
          plugins,
        }
        const asked = { ...options, ...settledOf(plan, options), metrics, limits: held.limits, manifest }
        await runDocument(planFile, () => runPlanInParts(request, asked))
        return
      }
      if (manifest && (options.hierarchy.length > 0 || options.hierarchies !== undefined)) throw heldHierarchies()
      const hierarchyFiles = await readHierarchies(options)
      // Metrics are looked up before the run.
      if (metrics) checkMetrics(registry, metrics)
      const input = await readData(dataPath, read, manifest !== undefined || options.private !== undefined)
      const { source, schema, notes } = withHierarchies(input.source, read, hierarchyFiles)
      notes.forEach(say)
      const data = { ...input, source }
      const replay = manifest && replayFrom(manifest, data.bytes())
      const settled = settledOf(plan, options)
      const { seed } = settled
      const how = { ...options, seed, steps, replay }
      const screen = screenOf(command.opts(), process.stderr)
      const made = {
        ...options,
        screen,
        ...settled,
        ...held,
        metrics,
        measure,
        registry,
        dataPath,
        inputs: [...withPath(planPath, options.schema), ...hierarchyPaths(hierarchyFiles)],
        ...data,
        schema,
        steps,
        replay,
      }
      // A replay writes no report; sdc report makes one.
      const names = manifest ? {} : runReportNames(options)
      const make = reportedRun({ names, dataPath, planPath, metrics, measure })
      const others = [names.internal, names.public]
      const outcome = await runDocument(planFile, () => produce({ ...made, others, make }))
      const original = data.source.dataset
      const asked = { metrics, schema, seed, measure, screen }
      const measured = metrics && (await measureProduced(original, outcome.result, { ...asked, metrics }, registry))
      if (measured) await deliver(measured)
      const sizes = { records: original.rows, columns: original.names.length }
      const told = { registry, options: how, input: sizes, measured: measured?.result }
      if (options.json) print(producedJson(outcome, told))
      refuseDifferent(outcome.replayed)
    })
}

/** Named metrics, with the parameters of the plan; otherwise the metrics of the plan. */
function metricsOf(
  named: readonly string[] | undefined,
  planned: readonly MetricPlan[] | undefined,
): readonly MetricPlan[] | undefined {
  return named?.map((use) => planned?.find((one) => one.use === use) ?? { use, params: {} }) ?? planned
}

/** Options override the plan; accepted columns of both are combined. A released file is drawn from fresh random numbers. */
function settledOf(
  plan: Plan,
  options: RunOptions,
): Pick<RunOptions, 'seed' | 'maxUnchanged'> & { readonly acceptOpen: string[] } {
  const planned = plan.seed === undefined || options.release ? undefined : String(plan.seed)
  return {
    seed: options.seed ?? planned,
    acceptOpen: [...new Set([...(plan.acceptOpen ?? []), ...(options.acceptOpen ?? [])])],
    maxUnchanged: options.maxUnchanged ?? plan.maxUnchanged,
  }
}

function withPath(plan: string, schema: string | undefined): string[] {
  return schema === undefined ? [plan] : [plan, schema]
}

function heldSchema(): SdcError {
  const fix = 'Leave out --schema: the private file has it.'
  return new SdcError('BAD_OPTION', 'a replay uses the schema of its run', {}, fix)
}

function heldHierarchies(): SdcError {
  const fix = 'Leave out --hierarchy and --hierarchies: the private file has them.'
  return new SdcError('BAD_OPTION', 'a replay uses the hierarchies of its run', {}, fix)
}
