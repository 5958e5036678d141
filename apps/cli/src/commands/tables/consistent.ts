import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { keyValue, refuseTwice } from '@sdc/inspect'
import {
  consistentJson,
  consistentTableFiles,
  consistentText,
  consistentVerdict,
  readTableOptions,
  readTableInput,
} from '@sdc/tables'
import { deliver, print } from '../../output/deliver.js'
import { access, checkOutputs, readInput } from '../../input/files.js'
import { screenOf } from '../../terminal/screen.js'
import { tableFlags, mark, tableOptionsHelp, near } from './table-options.js'
import { progress } from '../../terminal/progress.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  pattern: option.repeated('<table=file>', 'read the published version of a table (repeatable)'),
  patternStatus: option.text('<name>', "read the patterns' statuses from this column; default status"),
  mark,
  part: option.repeated('<table=table>', 'name a table of some records of another (repeatable)'),
  least: option.value('<number>', 'report differences of fewer contributors; default 3', option.number),
  near: near('intervals'),
  failOnFindings: option.flag('exit with status 3 if a cell is disclosed'),
  json: option.json('table-consistent'),
}

type ConsistentCommandOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

The tables are the true tables of several releases. Each is named by its file without the ending: t1 for t1.csv. Its suppressed cells come from its column --status (primary, must), or from the published file: --pattern t1=FILE, with a status or empty values.

Dimensions and levels of the same name are the same. --by names the dimensions of all tables; a table without one of them has its total there. Cells in two tables must agree.

Links between tables:
  the same cells     two tables by region: one publishes what the other suppresses
  other groups       five- and ten-year ages, months and years: --hierarchy age=ages.csv with the levels of both
  fewer dimensions   a table by region, and one by region and sex
  a part             all firms and all but one branch, or this year and firms of last year: --part t2=t1

--part t2=t1 declares that t2 has some of the records of t1. The command then also checks their difference. The exit status is 0, or 3 with --fail-on-findings if a cell is disclosed.

Examples:
  sdc table consistent t1.csv t2.csv --by region,sex,job --value n --pattern t1=out1.csv --pattern t2=out2.csv
  sdc table consistent five.csv ten.csv --by age,region --value n --status status --hierarchy age=ages.csv
  sdc table consistent all.csv without.csv --by region,branch --value turnover --count firms --part without=all`

export function addTableConsistent(table: Command): void {
  option
    .addFlags(table.command('consistent'), flags)
    .description('find cells that several releases disclose together')
    .argument('<tables...>', 'true tables (CSV or .xlsx)')
    .addHelpText('after', help)
    .action(async (paths: readonly string[], options: ConsistentCommandOptions) => {
      const { columns, paths: read } = await readTableOptions(access, options)
      const [named, parts] = [options.pattern, options.part].map((pairs) => pairs.map(keyValue))
      refuseTwice(named, '--pattern')
      refuseTwice(parts, '--part')
      if (options.least !== undefined && (!Number.isInteger(options.least) || options.least < 1))
        throw new SdcError(
          'BAD_OPTION',
          `--least is ${options.least}, and no number of contributors`,
          { parameter: '--least' },
          'Give a whole number from 1.',
        )
      await checkOutputs([...paths, ...named.map(([, path]) => path), ...read], [])
      const inputs = await Promise.all(paths.map((path) => readTableInput(access, path, columns)))
      const patterns = new Map(
        await Promise.all(named.map(async ([name, path]) => [name, await readInput(path)] as const)),
      )
      const bar = progress('checking')
      const { patternStatus, mark: marks, least, near } = options
      const asked = { columns, patterns, patternStatus, marks, parts: new Map(parts), least, near, tick: bar.tick }
      const outcome = await consistentTableFiles(inputs, asked).finally(bar.done)
      await deliver(outcome)
      print(options.json ? consistentJson(outcome.result) : consistentText(outcome.result, screenOf(options)))
      if (options.failOnFindings !== true || outcome.result.consistency.findings.length === 0) return
      throw new SdcError(
        'BEYOND_LIMIT',
        consistentVerdict(outcome.result),
        {},
        'Suppress more cells in one of them, or publish only one.',
      )
    })
}
