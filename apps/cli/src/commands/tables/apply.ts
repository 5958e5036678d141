import type { Command } from 'commander'
import { applyToTable, readTableOptions, readTableInput } from '@sdc/tables'
import { deliver } from '../../output/deliver.js'
import { access, checkOutputs } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { registryOf } from '../../plugins/registry.js'
import { tableFlags, tableOptionsHelp } from './table-options.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  set: option.set('set a parameter of the method'),
  seed: option.seed,
  out: option.required(option.text('<file>', 'write the table here')),
}

type ApplyOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

The output has these columns:
  the dimensions
  value       empty if suppressed; changed if the method changes values
  count       if the method changes no value
  status      published, primary or secondary
  low, high   if the method gives them
If levels were merged (tabular/recode), the output has the columns of sdc table build.

Examples (sdc tables lists the table methods):
  sdc table apply ID table.csv --by region,sex --value turnover --count firms --largest first,second -o shown.csv
  sdc table build people.csv --by region,sex --id person --key-file release.key -o counts.csv
  sdc table apply tabular/cell-key counts.csv --set D=5 --set V=3 --set js=2 -o public.csv
  sdc table apply tabular/controlled-rounding counts.csv --set base=5 -o public.csv`

/** Adds `sdc table apply`. */
export function addTableApply(table: Command): void {
  option
    .addFlags(table.command('apply'), flags)
    .description('apply a table method to a table')
    .argument('<id>', 'id of a table method (sdc tables)')
    .argument('<table>', 'table (CSV)')
    .addHelpText('after', help)
    .action(async (id: string, path: string, options: ApplyOptions) => {
      const registry = await registryOf(table)
      const { columns, paths } = await readTableOptions(access, options)
      const input = await readTableInput(access, path, columns)
      const { set, seed, out } = options
      await checkOutputs([path, ...input.paths, ...paths], [out])
      const bar = progress('applying')
      const asked = { ...columns, set, seed, out, method: id, tick: bar.tick }
      const outcome = await applyToTable(input, asked, registry)
      bar.done()
      await deliver(outcome)
    })
}
