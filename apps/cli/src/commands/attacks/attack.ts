import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import {
  inversionAttack,
  inversionJson,
  inversionText,
  inversionValue,
  parseFunction,
  refuseAttack,
  type ColumnFunction,
} from '@sdc/workflow'
import { findColumns, manifestsBeside, matchRecords } from '@sdc/release'
import { readTable, withoutBounds } from '@sdc/inspect'
import { deliver, print } from '../../output/deliver.js'
import { access, checkOutputs, readInput, readNamed, schemaOf } from '../../input/files.js'
import { said } from '../../terminal/progress.js'
import { registryOf } from '../../plugins/registry.js'
import { screenOf } from '../../terminal/screen.js'
import { addAttackCamouflage } from './camouflage.js'
import { addAttackLinkage } from './linkage.js'
import { addAttackRepeated } from './repeated.js'
import { addAttackRun } from './run.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  columns: option.columnsFlag('name the columns to attack: a,b or all numeric ones'),
  function: option.required(
    option.repeated('<f>', 'name the function: linear:a,b, rounding:base, table:FILE (repeatable)'),
  ),
  schema: option.schema,
  tolerance: option.value('<t>', 'accept this distance of f(released) from the masked value', option.number, 0),
  original: option.text('<file>', 'count correct recoveries by the original file'),
  link: option.text('<column>', 'with --original: link records by this column'),
  origin: option.text('<file>', 'with --original: link records by the private file'),
  out: option.text('<file>', 'write the recovered value of each record; keep it secret (CSV)'),
  failAbove: option.attackLimit('the largest percentage of recovered values of a column'),
  json: option.json('attack-inversion'),
}

type InversionCommandOptions = option.Given<typeof flags>

const help = `
The attack: RELEASED has the original values of each column in another order, as reverse mapping returns them. MASKED has y = f(x) of each original value x, record by record. An intruder who knows f applies it to all released values. Each released value with f(x) = y is a candidate for the record. A single candidate is the original value.

Conditions: f depends on the value alone and has no random numbers, such as rounding, recoding or a change of units. If f maps different values to different results (linear:2,3), all records are recovered. If t values share a result (rounding:10), each of their records keeps t candidates. Masking with random numbers resists this attack.

Protection: publish the released values alone. Keep at least one of these private: f, its parameters, the masked file.

Both files may come from any program. A record of MASKED is a person; the order of RELEASED does not matter. A masked file with fewer digits needs --tolerance (half of the last digit).

Functions (repeat --function to apply several in turn; column=… applies one to that column only):
  linear:a,b           y = a·x + b
  rounding:base        the nearest multiple of the base, halves up; for other halves: rounding:base,even or rounding:base,away
  table:FILE           a CSV file with two columns: from, to

Examples:
  sdc attack inversion released.csv masked.csv --columns income,tax --function linear:2,3
  sdc attack inversion released.csv masked.csv --columns income --function rounding:10 --original data.csv --json
  sdc attack inversion released.csv masked.csv --columns all --function income=table:bands.csv --function tax=rounding:5 -o back.csv`

export function add(program: Command): void {
  const attack = program.command('attack')
  addAttackCamouflage(attack, () => registryOf(attack))
  addAttackLinkage(attack, (further) => registryOf(attack, further))
  addAttackRepeated(attack, () => registryOf(attack))
  addAttackRun(attack, () => registryOf(attack))
  option
    .addFlags(attack.command('inversion'), flags)
    .description('recover original values from a published masking function')
    .argument('<released>', 'CSV file with the original values in another order')
    .argument('<masked>', 'CSV file of the masked values')
    .addHelpText('after', help)
    .action(async (releasedPath: string, maskedPath: string, options: InversionCommandOptions) => {
      await checkOutputs([releasedPath, maskedPath, options.original, options.schema], [options.out])
      if (options.original === undefined && (options.link !== undefined || options.origin !== undefined)) {
        throw new SdcError(
          'BAD_OPTION',
          '--link and --origin say which original a masked record comes from',
          {},
          'Add --original FILE.',
        )
      }
      const functions = await Promise.all(options.function.map((text) => parseFunction(text, readInput)))
      const schema = await schemaOf(options.original ?? releasedPath, options)
      const file = await readInput(maskedPath)
      const released = await readNamed(releasedPath, withoutBounds(schema))
      const masked = { name: maskedPath, dataset: readTable(file, withoutBounds(schema)).dataset }
      const originalFile = options.original === undefined ? undefined : await readInput(options.original)
      const original = originalFile && { name: originalFile.name, dataset: readTable(originalFile, schema).dataset }
      const manifests = await manifestsBeside(access, file)
      const origin = options.origin === undefined ? undefined : await readInput(options.origin)
      const link = { key: options.link, origin, header: options.header, original: originalFile, file, manifests }
      const truth = original && {
        original,
        origin: said(matchRecords(original.dataset, masked.dataset, link)).origin,
      }
      const beside = { file, original: { ...file, name: releasedPath }, manifests }
      const choice = { key: options.link, kind: 'numeric', link: beside } as const
      const asked = options.columns ?? namedColumns(functions)
      const { columns } = said(findColumns(released.dataset, masked.dataset, asked, choice))
      const outcome = inversionAttack({ released, masked, truth }, { ...options, columns, functions })
      await deliver(outcome)
      print(options.json ? inversionJson(outcome.result) : inversionText(outcome.result, screenOf(options)))
      refuseAttack(inversionValue(outcome.result), options.failAbove)
    })
}

/** Returns the columns that functions are for, if each function has one. */
function namedColumns(functions: readonly ColumnFunction[]): string[] | undefined {
  const columns = functions.flatMap(({ column }) => column ?? [])
  return columns.length === functions.length ? [...new Set(columns)] : undefined
}
