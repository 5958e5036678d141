import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { outcomeOfChild, reportOutcome } from '../outcome-of-child.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import { thisMachine } from '../speed/measure/machine.js'
import type { StageContext } from '../stage-context.js'
import { studyFiles } from '../synthetic/study-file.js'
import { studyMethods } from '../synthetic/study-method.js'
import { studyRow, type StudyResult } from '../synthetic/study-run.js'
import { studyHeading, studySection, type StudyRow } from '../synthetic/study-section.js'

const childCommand = 'synthetic-child'

interface Options {
  readonly only: string
  readonly runs: string
  readonly renew?: string
}

/** `synthetic`: similarity of synthetic files to the original, and their disclosures. */
export function addSynthetic(program: Command, stageContext: StageContext): void {
  program
    .command('synthetic')
    .description(
      'Measure the similarity of synthetic files to the original, and their disclosures, by method and file.',
    )
    .option('--only <text>', 'Measure only files whose name contains TEXT', '')
    .option('--runs <count>', 'Number of runs of each method, each with other halves', '5')
    .option('--renew <file>', 'Renew the section of these tables in a file such as docs/synthetic.md')
    .action(async ({ only, runs, renew }: Options) => {
      const { stdout, stderr, program: own } = stageContext
      if (renew !== undefined && only !== '')
        throw new SdcError('BAD_OPTION', '--renew writes whole tables', {}, 'Leave --only out.')
      const count = Number(runs)
      if (!Number.isSafeInteger(count) || count < 1)
        throw new SdcError('BAD_OPTION', `--runs is ${runs}, not a whole number from 1`)
      const text = renew === undefined ? '' : await readText(renew)
      const rows: StudyRow[] = []
      for (const file of studyFiles.filter(({ name }) => name.includes(only))) {
        if (!existsSync(pathOf(file.outside))) {
          const message = `${file.outside} is not in the folder SDC_DATA_DIR`
          if (renew !== undefined)
            throw new SdcError('BAD_OPTION', message, {}, 'Set SDC_DATA_DIR to the folder that has it.')
          stderr.write(`left out: ${message}\n`)
          continue
        }
        for (const method of studyMethods) {
          const results: StudyResult[] = []
          let why = ''
          for (let run = 1; run <= count; run++) {
            const outcome = await outcomeOfChild<StudyResult>(own, [childCommand, file.name, method.title, String(run)])
            if ('why' in outcome) why = outcome.why
            else results.push(outcome.measured)
          }
          stderr.write(`${file.name}, ${method.title}: ${why === '' ? 'done' : why}\n`)
          rows.push({ file, method, results, why })
        }
      }
      const section = studySection(rows, count, thisMachine())
      if (renew === undefined) stdout.write(section)
      else await writeFileSafely(renew, withSection(text, studyHeading, section))
    })
}

/** Hidden command that runs one method on one file. */
export function addSyntheticChild(program: Command, { registry }: StageContext): void {
  program
    .command(childCommand, { hidden: true })
    .argument('<file>')
    .argument('<method>')
    .argument('<run>')
    .action((file: string, method: string, run: string) =>
      reportOutcome(childCommand, () => {
        const [one, by] = [
          studyFiles.find(({ name }) => name === file),
          studyMethods.find(({ title }) => title === method),
        ]
        if (one === undefined || by === undefined) throw new SdcError('BAD_OPTION', `no ${file} or ${method}`)
        return studyRow(registry, one, by, { path: pathOf(one.outside), seed: `run ${run}` })
      }),
    )
}

function pathOf(outside: string | undefined): string {
  return outside === undefined ? '.' : join(process.env.SDC_DATA_DIR ?? '.', outside)
}
