import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import { parsePlan } from '@sdc/engine'
import { repeatedAttack, refuseAttack, repeatedJson, repeatedText, repeatedValue } from '@sdc/workflow'
import { readDocument } from '@sdc/inspect'
import { deliver, print } from '../../output/deliver.js'
import { planData, readInput, readTable } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { screenOf } from '../../terminal/screen.js'
import * as option from '../../options/options.js'

const flags = {
  encoding: option.encoding,
  data: option.data,
  releases: option.value(
    '<r>',
    'release the file this many times (2 to 1000)',
    option.numberThat((r) => Number.isInteger(r) && r >= 2 && r <= 1000, 'a whole number from 2 to 1000'),
    8,
  ),
  seed: option.seed,
  failAbove: option.attackLimit('the largest percentage of approximated values of a column'),
  json: option.json('attack-repeated'),
}

type RepeatedCommandOptions = option.Given<typeof flags>

const help = `
The attack: a file is masked and released several times, each time with new random numbers, and an intruder has all releases. Against noise they average the values of a record. Against rank swapping they intersect the ranks that each release allows. Against PRAM they take the most frequent category of a record.

Assumption: the worst case. The intruder knows which records of the releases belong to the same person. If two estimates of a number are possible, the result shows the one nearer to the original.

Examples:
  sdc attack repeated plan.yaml
  sdc attack repeated plan.yaml --data other.csv --releases 20 --json`

export function addAttackRepeated(attack: Command, registryFor: () => Promise<Registry>): void {
  option
    .addFlags(attack.command('repeated'), flags)
    .description('combine several releases of one file, each masked anew')
    .argument('<plan>', 'plan (YAML, JSON)')
    .addHelpText('after', help)
    .action(async (planPath: string, options: RepeatedCommandOptions) => {
      const registry = await registryFor()
      const plan = parsePlan(readDocument(await readInput(planPath)))
      const { schema, steps } = plan
      if (steps.length === 0) {
        const fix = 'Add the masking steps to the plan: steps: [{ use: … }].'
        throw new SdcError('BAD_PLAN', 'the plan has no steps', { file: planPath }, fix)
      }
      const { dataset: original } = await readTable(planData(planPath, plan, options.data), schema)
      const bar = progress('masking')
      const seed = options.seed ?? plan.seed
      const outcome = await repeatedAttack(original, { ...options, seed, steps, schema, tick: bar.tick }, registry)
      bar.done()
      await deliver(outcome)
      print(options.json ? repeatedJson(outcome.result) : repeatedText(outcome.result, screenOf(options)))
      refuseAttack(repeatedValue(outcome.result), options.failAbove)
    })
}
