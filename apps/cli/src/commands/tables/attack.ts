import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import {
  attackedJson,
  attackedText,
  attackTableFile,
  attackVerdict,
  readTableOptions,
  readTableInput,
} from '@sdc/tables'
import { deliver, print } from '../../output/deliver.js'
import { access, checkOutputs, readInput } from '../../input/files.js'
import { registryOf } from '../../plugins/registry.js'
import { screenOf } from '../../terminal/screen.js'
import { tableFlags, mark, tableOptionsHelp, near } from './table-options.js'
import { progress } from '../../terminal/progress.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  pattern: option.text('<file>', 'read the published table: with statuses, or empty cells'),
  patternStatus: option.text('<name>', "read the pattern's statuses from this column; default status"),
  mark,
  frequencies: option.text('<file>', 'read publicly known numbers of contributors (CSV)'),
  near: near('limits'),
  coalition: option.value('<number>', 'combine what this many contributors know; default 1', option.number),
  failOnFindings: option.flag('exit with status 3 if somebody learns something'),
  json: option.json('table-attack'),
}

type AttackOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

The attacks:
  external    on a cell with one contributor, by readers who know the contributor
  internal    on a cell with two: each subtracts their own contribution (with --coalition t, t + 1 contributors)
  dominance   the largest contributor limits all others, and the others limit the largest (--largest)
  singleton   the only contributor of a suppressed cell subtracts it and computes another cell (--pattern)
  group       all contributors of a row are in one cell, which discloses their category

The numbers of contributors count as public knowledge. They come from the table, or from --frequencies: a CSV file with the same dimensions and a column of numbers, possibly for some cells only.

With --pattern, the attack on a suppressed cell uses what a reader can compute of it. The output has true values: keep it secret. The exit status is 0, or 3 with --fail-on-findings if somebody learns something.

Examples:
  sdc table attack salaries.csv --by town,work --value salary --count persons --largest first,second
  sdc table attack salaries.csv --by town,work --value salary --frequencies census.csv --pattern published.csv`

export function addTableAttack(table: Command): void {
  const command = option
    .addFlags(table.command('attack'), flags)
    .description('find who learns what from a table')
    .argument('<table>', 'true table (CSV or .xlsx)')
    .addHelpText('after', help)
    .action(async (path: string, options: AttackOptions) => {
      const registry = await registryOf(command)
      const { columns, paths } = await readTableOptions(access, options)
      const more = [options.pattern, options.frequencies].filter((one) => one !== undefined)
      await checkOutputs([path, ...more, ...paths], [])
      const input = await readTableInput(access, path, columns)
      const [pattern, frequencies] = await Promise.all(
        [options.pattern, options.frequencies].map((one) => (one === undefined ? undefined : readInput(one))),
      )
      const bar = progress('attacking')
      const { patternStatus, mark: marks, near, coalition } = options
      const asked = { columns, pattern, patternStatus, marks, frequencies, near, coalition, tick: bar.tick }
      const outcome = await attackTableFile(input, asked, registry).finally(bar.done)
      await deliver(outcome)
      print(options.json ? attackedJson(outcome.result) : attackedText(outcome.result, screenOf(command.opts())))
      if (options.failOnFindings !== true || outcome.result.findings.rows === 0) return
      throw new SdcError('BEYOND_LIMIT', attackVerdict(outcome.result), {}, 'Protect the table: sdc table protect.')
    })
}
