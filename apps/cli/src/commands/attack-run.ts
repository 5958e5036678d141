import type { Command } from 'commander'
import type { Registry } from '@sdc/core'
import {
  checkKnownFiles,
  refuseAttack,
  registeredAttack,
  registeredAttackJson,
  registeredAttackText,
  registeredValue,
} from '@sdc/workflow/attacks'
import { keyValue, nameList, type InputFile } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { readInput, readSchema } from '../input/files.js'
import { addHeaderOptions, attackLimitOption, collect, columnList, type HeaderOption } from '../options/options.js'
import { progress } from '../terminal/progress.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface RunOptions extends HeaderOption, ScreenOptions {
  readonly known: readonly string[]
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly set: readonly string[]
  readonly schema?: string
  readonly seed: string
  readonly failAbove?: number
  readonly json?: boolean
}

const help = `
sdc attacks ID lists the files that an attack takes as --known NAME=FILE.

Examples:
  sdc attack run attacks/inversion released.csv --known masked=masked.csv --columns income --set 'functions=[{"kind":"linear","a":2,"b":3}]'
  sdc attack run attacks/exact-moments masked.csv --columns income --set 'by=["district"]' --known original=data.csv`

/** `sdc attack run`: any attack that a plugin registered. */
export function addAttackRun(attack: Command, registryFor: () => Promise<Registry>): void {
  addHeaderOptions(attack.command('run'))
    .description('run a registered attack on a released file')
    .argument('<id>', 'id of an attack (sdc attacks)')
    .argument('<released>', 'released CSV file')
    .option('--known <name=file>', 'give the intruder another file (repeatable)', collect, [])
    .option('--columns <names>', 'name the columns to attack: a,b or all common ones', columnList)
    .option('--given <names>', 'name the columns that the masking conditioned on: a,b', nameList)
    .option('--set <name=value>', 'set a parameter of the attack (repeatable)', collect, [])
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .option('--seed <seed>', 'repeat the same random numbers; not for release', '1')
    .addOption(attackLimitOption('the result, in its unit (sdc attacks),'))
    .option('--json', 'print JSON (sdc schema attack-run)')
    .addHelpText('after', help)
    .action(async (id: string, releasedPath: string, options: RunOptions) => {
      const registry = await registryFor()
      const paths = options.known.map(keyValue)
      // Missing files are reported before anything is read.
      checkKnownFiles(registry, id, paths)
      const schema = await readSchema(releasedPath, options.schema, [], undefined, options.header)
      const known: [string, InputFile][] = []
      for (const [name, path] of paths) known.push([name, await readInput(path)])
      const bar = progress('attacking')
      const data = { released: await readInput(releasedPath), known }
      const outcome = await registeredAttack(data, { ...options, attack: id, schema, tick: bar.tick }, registry)
      bar.done()
      await deliver(outcome)
      print(
        options.json ? registeredAttackJson(outcome.result) : registeredAttackText(outcome.result, screenOf(options)),
      )
      refuseAttack(registeredValue(outcome.result), options.failAbove)
    })
}
