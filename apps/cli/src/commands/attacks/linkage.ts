import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import { linkageAttack, linkageJson, linkageText, linkageValue, refuseAttack } from '@sdc/workflow'
import { readPlan } from '@sdc/release'
import { deliver, print } from '../../output/deliver.js'
import { planData, readInput, readTable, schemaOf } from '../../input/files.js'
import { plannedPlugins } from '../../plugins/plan-plugins.js'
import { progress } from '../../terminal/progress.js'
import { screenOf } from '../../terminal/screen.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  allowPlugins: option.allowPlugins,
  data: option.data,
  k: option.value('<k>', 'check this k; default: size of the smallest cluster', option.positiveInteger),
  replicates: option.value('<r>', 'run the post-masking steps this many times', option.positiveInteger, 50),
  seed: option.seed,
  failAbove: option.attackLimit('the percentage of correct links'),
  json: option.json('attack-linkage'),
}

type LinkageCommandOptions = option.Given<typeof flags>

const help = `
The attack: the intruder has the original file and the released one. They know which records form a cluster, but not which released record belongs to whom. They link each original record to the released record of its cluster that is nearest in rank. The distance is that of the column with the largest difference.

The check: probabilistic k-anonymity, which limits the chance of a correct link to 1/k. It holds after microaggregation of groups of at least k records, followed by a random permutation. reverse-map/clusters permutes within groups; reverse-map/rank maps the whole file by the centroids.

The command runs the masking steps once and the post-masking steps R times. It compares the share of correct links with 1/k + 3·√(¼/(nR)), which chance alone rarely exceeds.

A plan:
  data: data.csv
  steps:
    - { use: microaggregation/mdav, columns: [income, tax], params: { k: 5 } }
    - reverse-map/clusters

Examples:
  sdc attack linkage plan.yaml
  sdc attack linkage plan.yaml --data other.csv --replicates 200 --k 5 --json`

export function addAttackLinkage(
  attack: Command,
  registryFor: (further: readonly string[]) => Promise<Registry>,
): void {
  option
    .addFlags(attack.command('linkage'), flags)
    .description('check probabilistic k-anonymity by linking many runs of a plan')
    .argument('<plan>', 'plan (YAML, JSON)')
    .addHelpText('after', help)
    .action(async (planPath: string, options: LinkageCommandOptions) => {
      const plan = readPlan(await readInput(planPath)).plan
      const registry = await registryFor(plannedPlugins(attack, plan, planPath, options))
      const { steps } = plan
      if (steps.length === 0) {
        const fix = 'Add the masking steps to the plan: steps: [{ use: … }].'
        throw new SdcError('BAD_PLAN', 'the plan has no steps', { file: planPath }, fix)
      }
      const dataPath = planData(planPath, plan, options.data)
      const schema = await schemaOf(dataPath, { ...options, schema: undefined }, { otherwise: plan.schema })
      const { dataset: original } = await readTable(dataPath, schema)
      const bar = progress('linking')
      const seed = options.seed ?? plan.seed
      const outcome = await linkageAttack(original, { ...options, seed, steps, schema, tick: bar.tick }, registry)
      bar.done()
      if (!options.json) await deliver(outcome)
      print(options.json ? linkageJson(outcome.result) : linkageText(outcome.result, screenOf(options)))
      refuseAttack(linkageValue(outcome.result), options.failAbove)
    })
}
