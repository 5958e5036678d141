import type { Command } from 'commander'
import type { Registry } from '@sdc/core'
import {
  refuseAttack,
  registeredAttackJson,
  registeredAttackText,
  registeredValue,
  serviceAttack,
} from '@sdc/workflow/attacks'
import { nameList } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { readInput } from '../input/files.js'
import { attackBoundOption, collect, positiveInteger, wholeNumber } from '../options/options.js'
import { progress } from '../terminal/progress.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface CamouflageOptions extends ScreenOptions {
  readonly columns?: readonly string[]
  readonly sample: number
  readonly knownValues?: number
  readonly published?: string
  readonly set: readonly string[]
  readonly seed: string
  readonly failAbove?: number
  readonly json?: boolean
}

const help = `
What the attack is. A column hides among k vectors, of which it is a mixture, and a sum is answered by the interval of all mixtures. The ends of sums tell the vectors; k − 1 exact facts that the intruder knows (values, published totals, means) tell the weights of the mixture; and with the weights all values are computed.

What it assumes. The worst case: that they can name any set of records. A column of numbers in the conditions, or several columns together, comes near to it.

Published totals. TOTALS has the columns query and value: sums and means in the words of sdc service ask, such as sum(income) where region = 'north'. As many as vectors less one, of sets that differ, are enough; no value need be known.

What it does. The service is opened as it was on its first day, with its own minimumDifference; nothing is logged. N records drawn at random take part. It says how many queries it took, how many were refused, and how many values it computed right.

Examples:
  sdc attack camouflage keep.json
  sdc attack camouflage keep.json --columns income --sample 1000 --known-values 3 --json
  sdc attack camouflage keep.json --published totals.csv`

/** `sdc attack camouflage`: what whoever may ask a service, and knows a few values, computes. */
export function addAttackCamouflage(attack: Command, registryFor: () => Promise<Registry>): void {
  attack
    .command('camouflage')
    .description('compute values that a camouflage service protects')
    .argument('<file>', 'service file from sdc service build')
    .option('--columns <names>', 'name the columns to attack: a,b; default: all protected ones', nameList)
    .option('--sample <n>', 'attack a sample of this many records', positiveInteger, 200)
    .option('--known-values <n>', 'let the intruder know this many values', wholeNumber)
    .option('--published <file>', 'read published sums and means: columns query, value (CSV)')
    .option('--set <name=value>', 'set a parameter of the attack (repeatable)', collect, [])
    .option('--seed <seed>', 'repeat the same random numbers; not for release', '1')
    .addOption(attackBoundOption('what the attack learns, in its unit (sdc attacks),'))
    .option('--json', 'print JSON (sdc schema attack-run)')
    .addHelpText('after', help)
    .action(async (path: string, options: CamouflageOptions) => {
      const registry = await registryFor()
      const file = await readInput(path)
      const bar = progress('asking')
      const facts = options.published === undefined ? undefined : await readInput(options.published)
      const outcome = await serviceAttack(
        file,
        { ...options, facts, attack: 'attacks/camouflage', tick: bar.tick },
        registry,
      )
      bar.done()
      await deliver(outcome)
      print(
        options.json ? registeredAttackJson(outcome.result) : registeredAttackText(outcome.result, screenOf(options)),
      )
      refuseAttack(registeredValue(outcome.result), options.failAbove)
    })
}
