import type { Command } from 'commander'
import { decimalNumber, SdcError } from '@sdc/core'
import { verdictJson, verdictText, verifyOwnRecord } from '@sdc/workflow'
import { keyValue, refuseTwice, withoutBounds } from '@sdc/inspect'
import { print } from '../output/deliver.js'
import { schemaOf, readTable } from '../input/files.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  value: option.required(option.repeated('<name=number>', 'give a value of your own record (repeatable)')),
  d: option.value('<percent>', 'require this distance in rank, in percent', option.percentage, 1),
  v: option.value('<percent>', 'require this variance within the distance, in percent', option.percentage, 0),
  schema: option.schema,
  json: option.json('permutation-verify'),
}

type VerifyOptions = option.Given<typeof flags>

const help = `
The command needs only your own record and the released file. It takes your ranks from the nearest released values. The record is protected if both conditions hold:
  distance   no released record is nearer than --d in all columns together
  variance   in each column, the released values within --d of your rank have at least --v of its variance; without --v, no condition
The variance condition limits what an intruder learns from values near yours. A column with missing values cannot be used: leave out its --value.

Examples:
  sdc permutation verify public.csv --value income=31200 --value tax=4100 --d 2
  sdc permutation verify public.csv --value income=31200 --value tax=4100 --d 2 --v 1 --json`

export function addPermutationVerify(permutation: Command): void {
  option
    .addFlags(permutation.command('verify'), flags)
    .description('check whether a released record is near your own record in all ranks')
    .argument('<released>', 'released CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (path: string, options: VerifyOptions, command: Command) => {
      // The parent command has options with these names, which take precedence.
      const { json, ...layout } = command.optsWithGlobals<VerifyOptions>()
      const { dataset: released } = await readTable(path, withoutBounds(await schemaOf(path, layout)))
      refuseTwice(options.value.map(keyValue), '--value')
      const values = options.value.map(ownValue)
      const verdict = verifyOwnRecord(released, values, { dPercent: options.d, vPercent: options.v })
      print(json === true ? verdictJson(verdict) : verdictText(verdict, screenOf(command.optsWithGlobals())))
    })
}

function ownValue(pair: string): readonly [string, number] {
  const [name, text] = keyValue(pair)
  const value = decimalNumber(text)
  if (value !== undefined) return [name, value]
  const fix = 'Leave out unknown values; the other columns are still checked.'
  throw new SdcError('BAD_OPTION', `"${text}" of ${name} is not a number`, { column: name }, fix)
}
