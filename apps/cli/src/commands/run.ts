import { type RunOptions, checkMetrics, checkPlanRun, producedJson, readPlan } from '@sdc/release'
import { metricIds, refuseDifferent, runDocument } from '@sdc/inspect'
import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import type { MetricPlan, Plan } from '@sdc/engine'
import { mask } from '@sdc/release/node'
import { isRecoded } from '../input/encoding.js'
import {
  hierarchyPaths,
  planData,
  readHierarchies,
  readInput,
  readSchema,
  type HierarchyOptions,
} from '../input/files.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
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
import { deliver, print, writeOrPrint } from '../output/deliver.js'
import { reportedRun, runReportNames } from '../output/run-report.js'
import { addPluginOption, checkReplayPlugins, plannedPlugins, type PluginOption } from '../plugins/plan-plugins.js'
import { registryOf } from '../plugins/registry.js'
import { say } from '../terminal/progress.js'
import { screenOf } from '../terminal/screen.js'
import { addWorkOptions, inPlace, type WorkOptions } from '../work/work-options.js'

interface RunCommandOptions
  extends RunOptions, HeaderOption, LimitOptions, PluginOption, HierarchyOptions, WorkOptions {
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
  addWorkOptions(addRunOptions(addHierarchyOptions(addPluginOption(addHeaderOptions(command)))))
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
      if (manifest && (options.hierarchy.length > 0 || options.hierarchies !== undefined)) throw heldHierarchies()
      const hierarchies = await readHierarchies(options)
      // Metrics are looked up before the run.
      if (metrics) checkMetrics(registry, metrics)
      const settled = settledOf(plan, options)
      const screen = screenOf(command.opts(), process.stderr)
      // A replay writes no report; sdc report makes one.
      const names = manifest ? {} : runReportNames(options)
      const asked = {
        ...options,
        ...settled,
        ...held,
        registry,
        steps,
        schema: read,
        hierarchies,
        metrics,
        measure,
        replay: manifest,
      }
      const from = {
        original: dataPath,
        inputs: [...withPath(planPath, options.schema), ...hierarchyPaths(hierarchies)],
        read: readInput,
        isRecoded: isRecoded(),
      }
      const sink = {
        ...options,
        screen,
        write: writeOrPrint,
        others: [names.internal, names.public],
        make: reportedRun({ names, dataPath, planPath, metrics, measure }),
      }
      const masked = await runDocument(planFile, () =>
        inPlace(command, options, (place) => mask(asked, from, sink, place), plugins),
      )
      if (masked.measured) await deliver(masked.measured)
      const how = { ...options, seed: settled.seed, steps, replay: manifest }
      if (options.json) print(producedJson(masked, { registry, options: how }))
      refuseDifferent(masked.replayed)
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
