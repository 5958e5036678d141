import type { Command } from 'commander'
import { numericValues, SdcError, type Registry } from '@sdc/core'
import { parsePlan, replicateRng, runSteps, type FileState, type StepPlan } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import { clustersOf } from '@sdc/reverse-map'
import { probabilisticKAnonymity } from '@sdc/permutation'
import { planData, readData, readTable } from '../files.js'
import { positiveInteger } from '../options.js'
import { rootRng } from '../produce.js'
import { progress, say } from '../progress.js'

interface LinkageOptions {
  readonly data?: string
  readonly k?: number
  readonly runs: number
  readonly seed?: string
  readonly json?: boolean
}

const help = `
What the attack is. The adversary has the whole original file, the released one, and knows which records were put into one
cluster; not known is which released record is whose. Each original record is linked to the released record of its
cluster that is nearest in rank, in the column where they differ most.

What it checks. Probabilistic k-anonymity: after microaggregation with groups of k or more and a random permutation within
(reverse-map/clusters) or of the whole file by the centroids (reverse-map/rank), no record is linked with a greater chance
than 1/k. The first steps of the plan run once, the post-masking ones R times; the share of right links is held against
1/k + 3·√(¼/(nR)), which chance alone hardly exceeds.

A plan:
  data: data.csv
  steps:
    - { use: microaggregation/mdav, columns: [income, tax], params: { k: 5 } }
    - reverse-map/clusters

Examples:
  sdc attack linkage plan.yaml
  sdc attack linkage plan.yaml --data other.csv --runs 200 --k 5 --json`

export function addAttackLinkage(attack: Command, registryFor: () => Promise<Registry>): void {
  attack
    .command('linkage')
    .description('link the records of many runs of a plan within its clusters: is it probabilistically k-anonymous?')
    .argument('<plan>', 'the plan (YAML or JSON)')
    .option('--data <file>', 'the CSV file, in place of the one that the plan names')
    .option('--k <k>', 'the k that is promised; by default the size of the least cluster', positiveInteger)
    .option('--runs <r>', 'how often the post-masking steps are run', positiveInteger, 50)
    .option('--seed <seed>', 'repeatable random numbers')
    .option('--json', 'print JSON (sdc schema attack-linkage)')
    .addHelpText('after', help)
    .action(async (planPath: string, options: LinkageOptions) => {
      const registry = await registryFor()
      const plan = parsePlan(await readData(planPath))
      const { schema, steps } = plan
      if (steps.length === 0) throw new SdcError('BAD_PLAN', 'the plan has no steps', { file: planPath })
      const { dataset: original } = await readTable(planData(planPath, plan, options.data), schema)
      const root = rootRng(options.seed ?? plan.seed)
      const from = steps.findIndex(({ use }) => registry.get('methods', use).traits.postMasking)
      const [masking, after] = from < 0 ? [steps, []] : [steps.slice(0, from), steps.slice(from)]
      const masked = await runSteps({ registry, original, schema, steps: masking, rng: replicateRng(root) })
      const { columns } = masked
      const file = onlyFile(masked.files, masking)
      const x = columns.map((name) => numericValues(original, name))
      const clusters = clustersOf(columns.map((name) => file.data.column(name)))
      const bar = progress('linking')
      const runs = after.length === 0 ? 1 : options.runs
      const found = await probabilisticKAnonymity(
        x,
        async (run) => {
          const rng = replicateRng(root, run + 1)
          const { files } = await runSteps({ registry, original, schema, steps: after, rng, from: masked })
          return columns.map((name) => numericValues(onlyFile(files, after).data, name))
        },
        clusters,
        { k: options.k, runs, tick: bar.tick },
      )
      bar.done()
      const sizes = [...clusters.sizes].sort((a, b) => a - b)
      const { promised, rate, bound, holds, rates } = found
      if (options.json) {
        const result = { records: original.rows, columns, clusters: sizes.length, leastCluster: sizes[0], runs }
        process.stdout.write(
          `${JSON.stringify({ ...result, promised, rate, bound, holds, rates: [...rates] }, null, 2)}\n`,
        )
        return
      }
      const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
      const rows = [
        ['right links by the promise, at most', percent(promised)],
        [`right links in ${runs} runs`, percent(rate)],
        ['the most that chance explains', percent(bound)],
      ]
      process.stdout.write(`${textTable([left('what'), right('share of the records')], rows)}\n`)
      const size = sizes[0] === sizes.at(-1) ? `${sizes[0]}` : `${sizes[0]} to ${sizes.at(-1)}`
      say(`${original.rows} records in ${sizes.length} clusters of ${size}: ${columns.join(', ')}`)
      say(
        holds
          ? `no more right links than 1/${Math.round(1 / promised)} promises: probabilistic k-anonymity holds in this check`
          : `more right links than 1/${Math.round(1 / promised)} promises and chance explains: not probabilistically k-anonymous`,
      )
    })
}

function onlyFile(files: readonly FileState[], steps: readonly StepPlan[]): FileState {
  if (files.length === 1) return files[0]
  throw new SdcError('BAD_PLAN', `${steps.map(({ use }) => use).join(' + ')} makes ${files.length} files, not one`)
}
