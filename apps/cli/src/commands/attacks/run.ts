import type { Command } from 'commander'
import type { Registry } from '@sdc/core'
import {
  checkKnownFiles,
  refuseAttack,
  registeredAttack,
  registeredAttackJson,
  registeredAttackText,
  registeredValue,
} from '@sdc/workflow'
import { keyValue, type InputFile } from '@sdc/inspect'
import { deliver, print } from '../../output/deliver.js'
import { readInput, schemaOf } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { screenOf } from '../../terminal/screen.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  known: option.repeated('<name=file>', 'give the intruder another file (repeatable)'),
  columns: option.columnsFlag('name the columns to attack: a,b or all common ones'),
  given: option.list('name the columns that the masking conditioned on: a,b'),
  set: option.set('set a parameter of the attack'),
  schema: option.schema,
  seed: option.fixedSeed(),
  failAbove: option.attackLimit('the result, in its unit (sdc attacks),'),
  json: option.json('attack-run'),
}

type RunOptions = option.Given<typeof flags>

const help = `
sdc attacks ID lists the files that an attack takes as --known NAME=FILE.

Examples:
  sdc attack run attacks/inversion released.csv --known masked=masked.csv --columns income --set 'functions=[{"kind":"linear","a":2,"b":3}]'
  sdc attack run attacks/exact-moments masked.csv --columns income --set 'by=["district"]' --known original=data.csv`

/** `sdc attack run`: any attack that a plugin registered. */
export function addAttackRun(attack: Command, registryFor: () => Promise<Registry>): void {
  option
    .addFlags(attack.command('run'), flags)
    .description('run a registered attack on a released file')
    .argument('<id>', 'id of an attack (sdc attacks)')
    .argument('<released>', 'released CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (id: string, releasedPath: string, options: RunOptions) => {
      const registry = await registryFor()
      const paths = options.known.map(keyValue)
      // Missing files are reported before anything is read.
      checkKnownFiles(registry, id, paths)
      const schema = await schemaOf(releasedPath, options)
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
