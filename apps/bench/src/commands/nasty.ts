import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { measurer, nastyChildCommand, runNastyChild } from '../nasty/nasty-child.js'
import { nastySubjects, subjectText } from '../nasty/nasty-inputs.js'
import { nastyRow, type NastyRow, type NastyScope } from '../nasty/nasty-run.js'
import { nastyHeading, nastySection } from '../nasty/nasty-section.js'
import { thisMachine } from '../speed/measure/machine.js'
import { quickBudgets } from '../speed/measure/time-runs.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { StageContext } from '../stage-context.js'
import { runNastyCheck } from './nasty-check.js'
import { recordCount } from './record-count.js'

interface Options {
  readonly only: string
  readonly upTo: number
  readonly check: boolean
  readonly renew?: string
}

const scope: NastyScope = { sizes: [1_000, 2_000, 10_000, 100_000], seconds: 1.5, budgets: quickBudgets }

/** `nasty`: what takes how much longer on data that every office has. */
export function addNasty(program: Command, stageContext: StageContext): void {
  program
    .command('nasty')
    .description(
      'every method and metric on zeros, digits, outliers, duplicates, sorted and constant columns, beside normal ones',
    )
    .option('--only <text>', 'only the operations whose id contains this', '')
    .option('--up-to <records>', 'only sizes of at most so many records', recordCount, Infinity)
    .option('--check', 'small, and only whether any takes too long: as speed --check does', false)
    .option(
      '--renew <file>',
      'write the section of this table in a file such as BENCHMARKS.md anew, and leave the rest',
    )
    .action(async (options: Options): Promise<void> => {
      const { renew, only, upTo, check } = options
      if (check) return runNastyCheck(stageContext, only)
      if (renew !== undefined && (only !== '' || upTo < Infinity))
        throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Leave --only and --up-to out.')
      const text = renew === undefined ? '' : await readText(renew)
      const section = await nastyText(options, stageContext)
      if (renew === undefined) stageContext.stdout.write(section)
      else await writeFileSafely(renew, withSection(text, nastyHeading, section))
    })
}

/** The hidden command that measures what its parent asks for. */
export function addNastyChild(program: Command, { registry }: StageContext): void {
  program.command(nastyChildCommand, { hidden: true }).action(() => runNastyChild(registry))
}

/** The section of the methods and metrics that are asked for; where one fails, the exit status is 1. */
export async function nastyText(asked: Pick<Options, 'only' | 'upTo'>, stageContext: StageContext): Promise<string> {
  return nastySection(await nastyRows(asked, stageContext), thisMachine())
}

async function nastyRows(
  { only, upTo }: Pick<Options, 'only' | 'upTo'>,
  { registry, program, stderr, setStatus }: StageContext,
): Promise<NastyRow[]> {
  const subjects = nastySubjects(registry).filter(({ id }) => id.includes(only))
  if (subjects.length === 0)
    throw new SdcError('BAD_OPTION', `no method or metric has an id that contains "${only}"`, {}, 'Leave --only out.')
  const sizes = scope.sizes.filter((n) => n <= upTo)
  const rows: NastyRow[] = []
  for (const subject of subjects) {
    // A process of its own: what others left in the compiler and in memory is not its cost.
    const measure = measurer(program, true)
    const row = await nastyRow(subject, measure, { ...scope, sizes }).finally(() => measure.end())
    rows.push(row)
    if (row.cells.some(({ cost }) => cost.status === 'failed')) setStatus(1)
    const ratios = row.cells.map(({ input, ratio }) => `${input.name} ${ratio.toFixed(2)}`)
    stderr.write(`${rows.length}/${subjects.length} ${subjectText(subject)}: ${ratios.join(', ')}\n`)
  }
  return rows
}
