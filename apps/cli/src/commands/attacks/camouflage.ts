import type { Command } from 'commander'
import type { Registry } from '@sdc/core'
import { refuseAttack, registeredAttackJson, registeredAttackText, registeredValue, serviceAttack } from '@sdc/workflow'
import { deliver, print } from '../../output/deliver.js'
import { readInput } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { screenOf } from '../../terminal/screen.js'
import * as option from '../../options/options.js'

const flags = {
  columns: option.list('name the columns to attack: a,b; default: all protected ones'),
  sample: option.many('attack a sample of this many records', 200),
  knownValues: option.value('<n>', 'let the intruder know this many values', option.wholeNumber),
  published: option.text('<file>', 'read published sums and means: columns query, value (CSV)'),
  set: option.set('set a parameter of the attack'),
  seed: option.fixedSeed(),
  failAbove: option.attackLimit('the result, in its unit (sdc attacks),'),
  json: option.json('attack-run'),
}

type CamouflageOptions = option.Given<typeof flags>

const help = `
The attack: a camouflage service hides a column among k vectors. It answers a sum by an interval, from the smallest to the largest sum of any vector. The ends of the intervals reveal the vectors. With k − 1 exact facts (values, published totals, means) the intruder computes the weights of the vectors, and then all values.

Assumption: the worst case. The intruder can query any set of records. A numeric column in the conditions, or several columns together, makes this almost true.

TOTALS of --published has the columns query and value. A query is a sum or mean in the syntax of sdc service ask, such as sum(income) where region = 'north'. The intruder needs one total fewer than there are vectors, each of a different set, and no single value.

The command starts the service as newly built, with its own minimumDifference, and logs nothing. It attacks N records drawn at random. It reports the number of queries, of refusals, and of values computed correctly.

Examples:
  sdc attack camouflage keep.json
  sdc attack camouflage keep.json --columns income --sample 1000 --known-values 3 --json
  sdc attack camouflage keep.json --published totals.csv`

/** `sdc attack camouflage`: values that an intruder computes from queries and a few known values. */
export function addAttackCamouflage(attack: Command, registryFor: () => Promise<Registry>): void {
  option
    .addFlags(attack.command('camouflage'), flags)
    .description('compute values that a camouflage service protects')
    .argument('<file>', 'service file from sdc service build')
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
