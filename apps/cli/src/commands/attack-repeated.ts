import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import { parsePlan } from '@sdc/engine'
import { repeatedAttack, refuseAttack, repeatedJson, repeatedText, repeatedValue } from '@sdc/workflow/attacks'
import { readDocument } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { planData, readInput, readTable } from '../input/files.js'
import { attackBoundOption, several } from '../options/options.js'
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
What the attack is. One file is masked and released several times, each time with new random numbers, and somebody has all releases. They average the values of a record, which undoes noise; or keep the ranks that no release rules out, which narrows the window of rank swapping; or take the category that a record has most often.

What it assumes. The worst case: which records of the releases are the same person is known. Of the two estimates of a number the one is shown that is nearer to the originals.

Examples:
  sdc attack repeated plan.yaml
  sdc attack repeated plan.yaml --data other.csv --releases 20 --json`

export function addAttackRepeated(attack: Command, registryFor: () => Promise<Registry>): void {
  attack
    .command('repeated')
    .description('combine several releases of one file, each masked anew')
    .argument('<plan>', 'plan (YAML, JSON)')
    .option('--data <file>', 'read this file instead of the one in the plan')
    .option('--releases <r>', 'release the file this many times (2 to 1000)', several, 8)
    .option('--seed <seed>', 'repeat the same random numbers; not for release')
    .addOption(attackBoundOption('the share of values of some column that all releases come near to, in percent,'))
    .option('--json', 'print JSON (sdc schema attack-repeated)')
    .addHelpText('after', help)
    .action(async (planPath: string, options: RepeatedCommandOptions) => {
      const registry = await registryFor()
      const plan = parsePlan(readDocument(await readInput(planPath)))
      const { schema, steps } = plan
      if (steps.length === 0) {
        const fix = 'Name the maskings that are to be attacked: steps: [{ use: … }].'
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
