import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import { parsePlan } from '@sdc/engine'
import { repeatedAttack, refuseAttack, repeatedJson, repeatedText, repeatedValue } from '@sdc/workflow/attacks'
import { readDocument } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { planData, readInput, readTable } from '../input/files.js'
import { attackLimitOption, encodingOption, several } from '../options/options.js'
import { progress } from '../terminal/progress.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface RepeatedCommandOptions extends ScreenOptions {
  readonly data?: string
  readonly releases: number
  readonly seed?: string
  readonly failAbove?: number
  readonly json?: boolean
}

const help = `
The attack: a file is masked and released several times, each time with new random numbers, and an intruder has all releases. Against noise they average the values of a record. Against rank swapping they intersect the ranks that each release allows. Against PRAM they take the most frequent category of a record.

Assumption: the worst case. The intruder knows which records of the releases belong to the same person. If two estimates of a number are possible, the result shows the one nearer to the original.

Examples:
  sdc attack repeated plan.yaml
  sdc attack repeated plan.yaml --data other.csv --releases 20 --json`

export function addAttackRepeated(attack: Command, registryFor: () => Promise<Registry>): void {
  attack
    .command('repeated')
    .description('combine several releases of one file, each masked anew')
    .addOption(encodingOption())
    .argument('<plan>', 'plan (YAML, JSON)')
    .option('--data <file>', 'read this file instead of the one in the plan')
    .option('--releases <r>', 'release the file this many times (2 to 1000)', several, 8)
    .option('--seed <seed>', 'repeat the same random numbers; not for release')
    .addOption(attackLimitOption('the largest percentage of approximated values of a column'))
    .option('--json', 'print JSON (sdc schema attack-repeated)')
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
