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
} from '@sdc/workflow/attacks'
import { findColumns, readTable, withoutBounds } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, readInput, readNamed, readSchema } from '../input/files.js'
import { manifestsBeside, matchFiles, readOrigin } from '../input/match-files.js'
import {
  addHeaderOptions,
  attackBoundOption,
  collectRequired,
  columnList,
  number,
  type HeaderOption,
} from '../options/options.js'
import { said } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'
import { addAttackCamouflage } from './attack-camouflage.js'
import { addAttackLinkage } from './attack-linkage.js'
import { addAttackRepeated } from './attack-repeated.js'
import { addAttackRun } from './attack-run.js'

interface InversionCommandOptions extends HeaderOption, ScreenOptions {
  readonly schema?: string
  readonly columns?: 'all' | readonly string[]
  readonly function: readonly string[]
  readonly original?: string
  readonly link?: string
  readonly origin?: string
  readonly tolerance: number
  readonly out?: string
  readonly failAbove?: number
  readonly json?: boolean
}

const help = `
What the attack is. RELEASED holds the original values of each column in another order (a reverse-mapped file does); MASKED holds, record by record, y = f(x) of the originals x. Whoever knows f applies it to the released values: every released value whose image is the masked value of a record can be that record's original. Where only one value is left, the original is recovered.

When it works. f must be a function of the value alone, without random numbers: rounding, recoding, a change of units. Where f gives different values different images (linear:2,3), every record comes back; where t different values share an image (rounding:10), their records keep t candidates each. Against masking with random numbers it does nothing: no function is to be known.

Who can be attacked. Nobody, where the released values alone are published: of f, its parameters and the masked file keep one in the house. Both files may come from any program; a record of MASKED is a person, the order of RELEASED is of no matter. A masked file written with fewer digits needs --tolerance (half of the last digit).

Functions (repeat --function to apply several one after the other; column=… is for that column alone)
  linear:a,b           y = a·x + b
  rounding:base        the nearest multiple of the base, halves up; rounding:base,even or ,away for halves otherwise
  table:FILE           a CSV file of two columns: from, to

Examples:
  sdc attack inversion released.csv masked.csv --columns income,tax --function linear:2,3
  sdc attack inversion released.csv masked.csv --columns income --function rounding:10 --original data.csv --json
  sdc attack inversion released.csv masked.csv --columns all --function income=table:bands.csv --function tax=rounding:5 -o back.csv`

export function addAttack(program: Command): void {
  const attack = program.command('attack')
  addAttackCamouflage(attack, () => registryOf(attack))
  addAttackLinkage(attack, (further) => registryOf(attack, further))
  addAttackRepeated(attack, () => registryOf(attack))
  addAttackRun(attack, () => registryOf(attack))
  addHeaderOptions(attack.command('inversion'))
    .description('recover original values from a published masking function')
    .argument('<released>', 'CSV file with the original values in another order')
    .argument('<masked>', 'CSV file of the masked values')
    .option('--columns <names>', 'name the columns to attack: a,b or all numeric ones', columnList)
    .requiredOption(
      '--function <f>',
      'name the function: linear:a,b, rounding:base, table:FILE (repeatable)',
      collectRequired,
    )
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .option('--tolerance <t>', 'accept this distance of f(released) from the masked value', number, 0)
    .option('--original <file>', 'count correct recoveries by the original file')
    .option('--link <column>', 'with --original: link records by this column')
    .option('--origin <file>', 'with --original: link records by the private file')
    .option('-o, --out <file>', 'write the recovered value of each record; keep it secret (CSV)')
    .addOption(attackBoundOption('the share of values recovered of some column, in percent,'))
    .option('--json', 'print JSON (sdc schema attack-inversion)')
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
      const schema = await readSchema(options.schema, [], undefined, options.header)
      const file = await readInput(maskedPath)
      const released = await readNamed(releasedPath, withoutBounds(schema))
      const masked = { name: maskedPath, dataset: readTable(file, withoutBounds(schema)).dataset }
      const originalFile = options.original === undefined ? undefined : await readInput(options.original)
      const original = originalFile && { name: originalFile.name, dataset: readTable(originalFile, schema).dataset }
      const link = { key: options.link, origin: await readOrigin(options.origin), header: options.header }
      const truth = original && {
        original,
        origin: (await matchFiles(original.dataset, masked.dataset, file, { ...link, original: originalFile })).origin,
      }
      const beside = { file, original: { ...file, name: releasedPath }, manifests: await manifestsBeside(file) }
      const choice = { key: options.link, kind: 'numeric', link: beside } as const
      const asked = options.columns ?? namedColumns(functions)
      const { columns } = said(findColumns(released.dataset, masked.dataset, asked, choice))
      const outcome = inversionAttack({ released, masked, truth }, { ...options, columns, functions })
      await deliver(outcome)
      print(options.json ? inversionJson(outcome.result) : inversionText(outcome.result, screenOf(options)))
      refuseAttack(inversionValue(outcome.result), options.failAbove)
    })
}

/** The columns that functions are for, where each is for one. */
function namedColumns(functions: readonly ColumnFunction[]): string[] | undefined {
  const columns = functions.flatMap(({ column }) => column ?? [])
  return columns.length === functions.length ? [...new Set(columns)] : undefined
}
