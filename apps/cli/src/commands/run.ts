import { type RunOptions, checkMetrics, checkPlanRun, producedJson, readPlan } from '@sdc/release'
import { metricIds, refuseDifferent, runDocument } from '@sdc/inspect'
import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import type { MetricPlan, Plan } from '@sdc/engine'
import { mask } from '@sdc/release/node'
import { isRecoded } from '../terminal/encoding.js'
import { hierarchyPaths, planData, readHierarchies, readInput, schemaOf } from '../input/files.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import * as option from '../options/options.js'
import { deliver, print, writeOrPrint } from '../output/deliver.js'
import { reportedRun, runReportNames } from '@sdc/release/reports'
import { reportVersion } from '../output/report-version.js'
import { checkReplayPlugins, plannedPlugins } from '../plugins/plan-plugins.js'
import { registryOf } from '../plugins/registry.js'
import { progress, say } from '../terminal/progress.js'
import { screenOf } from '../terminal/screen.js'
import { inPlace, workFlags } from '../work/work-options.js'

const flags = {
  data: option.data,
  ...option.inputFlags,
  allowPlugins: option.allowPlugins,
  ...option.hierarchyFlags,
  ...option.runFlags,
  ...option.previousFlags,
  ...workFlags(),
  schema: option.text('<file>', 'replace the schema of the plan (YAML, JSON)'),
  out: option.text('<file>', 'write the masked file here; default: standard output'),
  metrics: option.metricsFlag('replace the metrics of the plan'),
  halves: option.flag('also measure the plan on halves of the file, by metrics with a control'),
  report: option.report,
  json: option.json('run', 'print the run as JSON', '; needs -o'),
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

--halves splits the file at random into two halves, persons and households whole, and runs the plan on one of them. Metrics of the profile control compare this half with the other, people whom the method did not see. The values describe the procedure, not the written file. It takes about as long as the run.

Large files: a file larger than --memory is masked out of core, and so is any file with --workers, --work-folder, --launcher or --resume. Such a run writes no report; it measures each draw by its limits before the file gets its name. Repeat the command with --resume after an interruption.
Outputs: a released file and a private file are never overwritten. Other outputs are.

The private file of an earlier run is also a plan. It repeats that run bit for bit, and accepts only the same input. If the result differs (another version), the command writes no public manifest and exits with status 3.
  sdc run keep.json --data data.csv -o again.csv`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('run'), flags)
    .argument('<plan>', 'plan (YAML, JSON), or a private file')
    .addHelpText('after', help)
    .action(async (planPath: string, options: option.Given<typeof flags>) => {
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
      const { previous, previousPrivate } = options
      const named = metricIds(registry, options.metrics)
      named?.messages.forEach(say)
      const metrics = metricsOf(named?.ids, plan.metrics)
      const limits = option.limitsOf(options, plan.limits)
      if (manifest && options.schema !== undefined) throw held('schema', '--schema: the private file has it')
      const read = await schemaOf(dataPath, options, { otherwise: plan.schema })
      if (manifest && (options.hierarchy.length > 0 || options.hierarchies !== undefined))
        throw held('hierarchies', '--hierarchy and --hierarchies: the private file has them')
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
        ...limits,
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
        inputs: [planPath, options.schema, previous, previousPrivate, ...hierarchyPaths(hierarchies)].filter(
          (path) => path !== undefined,
        ),
        read: readInput,
        previous,
        previousPrivate,
        isRecoded: isRecoded(),
        pseudonymKey: options.pseudonymKey,
      }
      const sink = {
        ...options,
        screen,
        write: writeOrPrint,
        others: [names.internal, names.public],
        make: reportedRun({ names, dataPath, planPath, metrics, measure, version: reportVersion(), progress }),
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

/** Returns named metrics with the parameters of the plan, or the metrics of the plan. */
function metricsOf(
  named: readonly string[] | undefined,
  planned: readonly MetricPlan[] | undefined,
): readonly MetricPlan[] | undefined {
  return named?.map((use) => planned?.find((one) => one.use === use) ?? { use, params: {} }) ?? planned
}

/**
 * Merges options into the plan; accepted columns of both are combined. A released file is drawn from fresh random
 * numbers.
 */
function settledOf(
  plan: Plan,
  options: RunOptions,
): Pick<RunOptions, 'seed' | 'maxUnchanged' | 'missingKinds'> & { readonly acceptOpen: string[] } {
  const planned = plan.seed === undefined || options.release ? undefined : String(plan.seed)
  return {
    seed: options.seed ?? planned,
    acceptOpen: [...new Set([...(plan.acceptOpen ?? []), ...(options.acceptOpen ?? [])])],
    maxUnchanged: options.maxUnchanged ?? plan.maxUnchanged,
    missingKinds: options.missingKinds ?? plan.missingKinds,
  }
}

/** Returns the error for an option that a replay has in its private file. */
function held(what: string, options: string): SdcError {
  return new SdcError('BAD_OPTION', `a replay uses the ${what} of its run`, {}, `Leave out ${options}.`)
}
