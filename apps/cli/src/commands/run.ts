import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { checkPlanRun, measureProduced, readPlan, replayFrom, type RunOptions } from '@sdc/workflow'
import { deliver } from '../deliver.js'
import { planData, readInput, readTable } from '../files.js'
import { addRunOptions } from '../options.js'
import { produce } from '../produce.js'
import { say } from '../progress.js'
import { registryOf } from '../registry.js'

interface RunCommandOptions extends RunOptions {
  readonly data?: string
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

The private file of an earlier run is a plan, too: it replays that run bit for bit and refuses another input.
  sdc run keep.json --data data.csv -o again.csv`

export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('run a whole plan, or replay a private file')
    .argument('<plan>', 'the plan (YAML or JSON), or a private file')
    .option('--data <file>', 'the CSV file, in place of the one that the plan names')
  addRunOptions(command)
    .option('-o, --out <file>', 'where to write the masked file; without it, to the standard output')
    .addHelpText('after', help)
    .action(async (planPath: string, options: RunCommandOptions) => {
      const registry = await registryOf(command)
      const file = readPlan(await readInput(planPath))
      const { plan, manifest } = file
      const dataPath = planData(planPath, plan, options.data)
      checkPlanRun(file, options, planPath)
      if (options.release && plan.seed !== undefined && options.seed === undefined)
        say("the plan's seed is left out: a released file is drawn from fresh keyed random numbers")
      const { steps, schema, metrics } = plan
      const source = await readTable(dataPath, schema)
      const replay = manifest && replayFrom(manifest, await readFile(dataPath))
      const planned = plan.seed === undefined || options.release ? undefined : String(plan.seed)
      const seed = options.seed ?? planned
      const run = await produce({
        ...options,
        seed,
        registry,
        dataPath,
        inputs: [planPath],
        source,
        schema,
        steps,
        replay,
        acceptOpen: [...new Set([...(plan.acceptOpen ?? []), ...(options.acceptOpen ?? [])])],
        maxUnchanged: options.maxUnchanged ?? plan.maxUnchanged,
      })
      if (metrics) await deliver(await measureProduced(source.dataset, run, { metrics, schema, seed }, registry))
    })
}
