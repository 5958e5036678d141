import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import {
  auditedJson,
  auditedText,
  auditTableFile,
  auditVerdict,
  isProtected,
  readTableOptions,
  readTableInput,
} from '@sdc/tables'
import { deliver, print } from '../../output/deliver.js'
import { access, checkOutputs, readInput } from '../../input/files.js'
import { registryOf } from '../../plugins/registry.js'
import { screenOf } from '../../terminal/screen.js'
import { tableFlags, mark, tableOptionsHelp, ownContributions, singletons, protectionFlags } from './table-options.js'
import { progress } from '../../terminal/progress.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  ...protectionFlags,
  singletons,
  ownContributions,
  patternStatus: option.text('<name>', "read the pattern's statuses from this column; default status"),
  mark,
  plot: option.text('<file>', 'draw the intervals; keep it secret (SVG)'),
  json: option.json('table-audit'),
}

type AuditOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

PATTERN has the same cells, made by any program. It marks suppressed cells in one of these ways:
  a column status: published, primary, secondary, suppressed, or codes of --status-codes
  empty values, or marks (--mark x)
  no line for the cell

Sensitive cells are those of the rules (--rule) and of the column --status of TABLE. Without both, they are the primary cells of PATTERN. If PATTERN does not distinguish primary cells, every suppressed cell is sensitive, and no reader may compute it exactly.

The exit status is 3 if a sensitive cell can be computed more closely than its level allows.

Examples:
  sdc table audit t.csv out.csv --by row,col --value value --protection 20
  sdc table audit revenue.csv suppressed-elsewhere.csv --rule p=15% --plot intervals.svg`

export function addTableAudit(table: Command): void {
  const command = option
    .addFlags(table.command('audit'), flags)
    .description('compute what a reader learns of each suppressed cell')
    .argument('<table>', 'true table (CSV or .xlsx)')
    .argument('<pattern>', 'published table: with statuses, or empty or marked cells')
    .addHelpText('after', help)
    .action(async (path: string, patternPath: string, options: AuditOptions) => {
      const registry = await registryOf(command)
      const { columns, paths: read } = await readTableOptions(access, options)
      await checkOutputs([path, patternPath, ...read], [options.plot])
      const input = await readTableInput(access, path, columns)
      const bar = progress('auditing')
      const {
        rule: rules,
        protection: percent,
        singletons,
        ownContributions,
        patternStatus,
        mark: marks,
        plot,
      } = options
      const asked = {
        columns,
        rules,
        percent,
        singletons,
        ownContributions,
        patternStatus,
        marks,
        plot,
        tick: bar.tick,
      }
      const outcome = await auditTableFile(input, await readInput(patternPath), asked, registry).finally(bar.done)
      await deliver(outcome)
      print(options.json ? auditedJson(outcome.result) : auditedText(outcome.result, screenOf(command.opts())))
      if (isProtected(outcome.result)) return
      const fix = 'Suppress more (sdc table protect), or require less protection.'
      throw new SdcError('BEYOND_LIMIT', auditVerdict(outcome.result)[0], {}, fix)
    })
}
