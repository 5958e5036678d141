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

/** `nasty`: slowdown on difficult but usual data. */
export function addNasty(program: Command, stageContext: StageContext): void {
  program
    .command('nasty')
    .description(
      'Compare every method and metric on zeros, digits, outliers, duplicates, sorted and constant columns with normal ones.',
    )
    .option('--only <text>', 'Measure only operations whose id contains TEXT', '')
    .option('--up-to <records>', 'Measure only sizes of at most this number of records', recordCount, Infinity)
    .option('--check', 'Check small sizes against the limit, as speed --check does', false)
    .option('--renew <file>', 'Renew the section of this table in a file such as BENCHMARKS.md')
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

/** Hidden command that measures operations for its parent. */
export function addNastyChild(program: Command, { registry }: StageContext): void {
  program.command(nastyChildCommand, { hidden: true }).action(() => runNastyChild(registry))
}

/** Returns the section of the requested methods and metrics; the exit status is 1 if one fails. */
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
    // A separate process: the compiler and memory of other measurements do not add to its cost.
    const measure = measurer(program, true)
    const row = await nastyRow(subject, measure, { ...scope, sizes }).finally(() => measure.end())
    rows.push(row)
    if (row.cells.some(({ cost }) => cost.status === 'failed')) setStatus(1)
    const ratios = row.cells.map(({ input, ratio }) => `${input.name} ${ratio.toFixed(2)}`)
    stderr.write(`${rows.length}/${subjects.length} ${subjectText(subject)}: ${ratios.join(', ')}\n`)
  }
  return rows
}
