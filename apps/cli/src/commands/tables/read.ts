import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { contributionsName, descriptionName, normalTable, readTableOptions, readTableInput } from '@sdc/tables'
import { deliver } from '../../output/deliver.js'
import { access, checkOutputs } from '../../input/files.js'
import { registryOf } from '../../plugins/registry.js'
import { tableFlags, tableOptionsHelp } from './table-options.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  out: option.text('<file>', 'write the table to this file, readable by its owner only'),
}

type ReadOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

The command checks that:
  each total is the sum of its parts, also of contributors
  no cell occurs twice, and none lacks a total
  contributions agree with the count and the value

With --distinct, a contributor of several cells counts once in their total. A cell that is not in the file is empty. An error names its file and line. The output is the table with its columns under their usual names. Its description is written next to it.

Examples:
  sdc table read firms.csv --by region,branch --value turnover --count firms --largest first,second -o table.csv
  sdc table protect table.csv --rule p=15% -o public.csv
  sdc table read wide.xlsx --sheet 2024 --by region,sex --across sex -o table.csv`

/** Adds `sdc table read`. */
export function addTableRead(table: Command): void {
  option
    .addFlags(table.command('read'), flags)
    .description('check a table and write it in the common form')
    .argument('<table>', 'table (CSV or .xlsx)')
    .addHelpText('after', help)
    .action(async (path: string, options: ReadOptions) => {
      await registryOf(table)
      if (options.out !== undefined && /\.xlsx$/i.test(options.out)) throw notWritten(options.out)
      const { columns, paths } = await readTableOptions(access, options)
      const input = await readTableInput(access, path, columns)
      const { out } = options
      await checkOutputs(
        [path, ...input.paths, ...paths],
        out === undefined ? [] : [out, descriptionName(out), contributionsName(out)],
      )
      await deliver(normalTable(input, columns, out))
    })
}

/** Returns the error for an output in another format: the common form of all commands is CSV. */
function notWritten(out: string): SdcError {
  const message = `the table is written as CSV, but ${out} names a workbook`
  return new SdcError('BAD_OPTION', message, { parameter: '--out', file: out }, 'Name it .csv.')
}
