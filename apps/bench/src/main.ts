import { isSdcError } from '@sdc/core'
import { Command, CommanderError } from 'commander'
import { addAttacks } from './commands/attacks.js'
import { addCoverage } from './commands/coverage.js'
import { addFiles } from './commands/files.js'
import { addNasty, addNastyChild } from './commands/nasty.js'
import { addPapers } from './commands/papers.js'
import { addSpeed, addSpeedChild } from './commands/speed.js'
import { addSynthetic, addSyntheticChild } from './commands/synthetic.js'
import { addTables, addTablesChild } from './commands/tables.js'
import type { StageContext } from './stage-context.js'

const help = `
Examples:
  papers                        all papers
  papers 003 --table ipso       one table of a paper
  papers 001 --figures out      its figures as SVG, too
  papers 000 --own              with masks made in this run next to the printed ones
  speed --smoke                 one small run of everything, to see that it works
  speed --only mdav             time of one operation at all sizes
  speed --write BENCHMARKS.md   the complete measurement, about an hour
  speed --check BENCHMARKS.md   compare small sizes with the committed times, about two minutes
  files --large                 whole processes from CSV to CSV, compared with DuckDB, some minutes
  nasty --only mdav             zeros, digits, outliers, duplicates, order and constants, compared with normal rows
  tables --only "firms, 135"    time and cost of suppression, its audit and cell keys on generated tables
  attacks                       disclosures of attacked releases, and the messages about them
  synthetic                     similarity of synthetic files to the original, and their disclosures
  coverage                      coverage of the 95 % intervals of metrics

Exit status: 0 done; 1 a value does not reproduce, an operation failed or is much slower than committed, or a bug; 2 bad input.`

const commands = [
  addPapers,
  addSpeed,
  addSpeedChild,
  addTables,
  addTablesChild,
  addNasty,
  addNastyChild,
  addFiles,
  addAttacks,
  addCoverage,
  addSynthetic,
  addSyntheticChild,
]

/** Runs the command line and returns its exit status. */
export async function main(argv: readonly string[], given: Omit<StageContext, 'setStatus'>): Promise<number> {
  let status = 0
  const stageContext: StageContext = {
    ...given,
    setStatus(one) {
      status = Math.max(status, one)
    },
  }
  const { stdout, stderr } = given
  const program = new Command('bench')
    .description('Reproduces the tables of papers next to the printed ones, and measures the speed of every operation.')
    .addHelpText('after', help)
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride()
  for (const add of commands) add(program, stageContext)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (isSdcError(error)) {
      stderr.write(`bench: ${error.code}: ${error.message}${error.fix ? `\n  ${error.fix}` : ''}\n`)
      return 2
    }
    stderr.write(`bench: a bug, please report it:\n${error instanceof Error ? error.stack : String(error)}\n`)
    return 1
  }
}
