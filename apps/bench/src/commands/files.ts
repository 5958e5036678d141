import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import { Option, type Command } from 'commander'
import { fileCases, programsBeside, type FileCase } from '../files/file-case.js'
import { fileRows, type FileRow } from '../files/files-run.js'
import { filesHeading, filesSection } from '../files/files-section.js'
import { thisMachine } from '../speed/measure/machine.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import { medianOf } from '../speed/measure/time-runs.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { StageContext } from '../stage-context.js'
import { recordCount } from './record-count.js'

interface Options {
  readonly only: string
  readonly upTo: number
  readonly large: boolean
  readonly runs: number
  readonly sdc?: string
  readonly renew?: string
}

/** `files`: whole processes from CSV to CSV, relative to DuckDB. */
export function addFiles(program: Command, stageContext: StageContext): void {
  program
    .command('files')
    .description(
      'Measure whole processes from CSV to CSV on generated files: CPU seconds, memory, and the ratio to DuckDB in the same run.',
    )
    .option('--only <text>', 'Measure only processes whose name contains TEXT', '')
    .option('--up-to <records>', 'Measure only files of at most this number of records', recordCount, Infinity)
    .option('--large', 'Also measure noise on 10,000,000 records', false)
    .addOption(new Option('--runs <count>', 'of each process').argParser(recordCount).default(5))
    .option('--sdc <file>', 'Measure this command line instead of the one built here')
    .option('--renew <file>', 'Renew the section of this table in a file such as BENCHMARKS.md')
    .action(async (options: Options) => {
      const { renew, only, upTo } = options
      if (renew !== undefined && (only !== '' || upTo < Infinity))
        throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Leave --only and --up-to out.')
      const text = renew === undefined ? '' : await readText(renew)
      const section = await measureFiles(options, stageContext)
      if (renew === undefined) stageContext.stdout.write(section)
      else await writeFileSafely(renew, withSection(text, filesHeading, section))
    })
}

/** Returns the section of the requested processes; the exit status is 1 if one fails. */
export async function measureFiles(
  { only, upTo, large, runs, sdc }: Omit<Options, 'renew'>,
  { program, stderr, setStatus }: StageContext,
): Promise<string> {
  const cases = fileCases.filter((one) => one.name.includes(only) && one.n <= upTo && (large || !one.large))
  if (cases.length === 0)
    throw new SdcError('BAD_OPTION', `no process contains "${only}"`, {}, 'Without --only and --up-to all are run.')
  const clock = sortClock(2)
  const rows: FileRow[] = []
  for (const n of new Set(cases.map((one) => one.n))) {
    const same = cases.filter((one): one is FileCase => one.n === n)
    const some = await fileRows({
      programs: programsBeside(program, sdc),
      cases: same,
      runs: same.some((one) => one.large) ? 1 : runs,
      sort: () => medianOf(clock.measure()),
      progress: (line) => stderr.write(line),
    })
    rows.push(...some)
    // Without the floor there is no ratio, which the table states; without the process itself there is no row.
    if (some.slice(1).some(({ outcome }) => 'why' in outcome)) setStatus(1)
  }
  return filesSection(rows, thisMachine())
}
