import { availableParallelism } from 'node:os'
import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import { Option, type Command } from 'commander'
import { benchmarksFile, sectionOf, withSection, withTables } from '../speed/report/benchmarks-file.js'
import { filesHeading } from '../files/files-section.js'
import { nastyHeading } from '../nasty/nasty-section.js'
import { childCommand } from '../speed/measure/child-command.js'
import { measureInChild } from '../speed/measure/child.js'
import { withEverySection } from '../speed/every.js'
import { gridOperations, smallGrid } from '../speed/grid.js'
import { thisMachine } from '../speed/measure/machine.js'
import type { Limits, Operation, SpeedRow } from '../speed/operation.js'
import { overviewOperations } from '../speed/overview.js'
import { speedText } from '../speed/report/report-text.js'
import { speedReport } from '../speed/report/report.js'
import { rowMeasurer } from '../speed/measure/row-measurer.js'
import { runSpeed } from '../speed/measure/run-speed.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import type { StageContext } from '../stage-context.js'
import { tablesHeading } from '../tables/tables-section.js'
import { measureFiles } from './files.js'
import { nastyText } from './nasty.js'
import { recordCount } from './record-count.js'
import { runCheck, speedParts, type SpeedPart } from './speed-check.js'
import { measureEvery, runRenew } from './speed-renew.js'

interface Options {
  readonly smoke: boolean
  readonly json: boolean
  readonly part?: SpeedPart
  readonly only?: string
  readonly upTo?: number
  readonly output?: string
  readonly write?: string
  readonly check?: string
  readonly renew?: string
}

/** One row at a time: a parallel row would slow it down. */
const fullLimits: Limits = { row: 60, total: 7200, parallel: 1 }
/** A smoke run tests if everything runs, not its speed: rows share the machine, and none is skipped on a slow one. */
const smokeLimits: Limits = { row: 60, total: 600, parallel: Math.min(4, availableParallelism()) }
const smokeRecords = 1_000

/** `speed`: every operation at every size; exit status 1 if one fails, or is much slower than committed. */
export function addSpeed(program: Command, stageContext: StageContext): void {
  program
    .command('speed')
    .description('Measure seconds, sorts, growth and peak memory of every method, metric and kernel.')
    .option('--smoke', 'Run everything once at 1,000 records, to see that it works', false)
    .addOption(
      new Option(
        '--part <name>',
        'microaggregation, swapping and kernels at all sizes; everything at few; nasty inputs; whole files',
      ).choices(speedParts),
    )
    .option('--only <text>', 'Measure only operations whose id contains TEXT')
    .option('--up-to <records>', 'Measure only sizes of at most this number of records', recordCount)
    .option('--json', 'Print JSON', false)
    .option('-o, --output <file>', 'Also write the JSON to a file')
    .addOption(
      new Option('--write <file>', 'Also write the Markdown that is committed as BENCHMARKS.md').conflicts('smoke'),
    )
    .addOption(
      new Option('--check <file>', 'compare small rows with those of such a Markdown file').conflicts([
        'smoke',
        'upTo',
        'json',
        'output',
        'write',
      ]),
    )
    .addOption(
      new Option(
        '--renew <file>',
        'Renew the small rows of every method and metric in such a file; with --part the tables of that part (with --only ' +
          'of some operations of the grid)',
      ).conflicts(['smoke', 'upTo', 'json', 'output', 'write', 'check']),
    )
    .action((options: Options) => {
      if (options.check !== undefined) return runCheck(options.check, stageContext, options)
      if (options.renew === undefined) return measureAll(options, stageContext)
      checkRenewal(options)
      if (options.part !== undefined) return measureAll(options, stageContext)
      return runRenew(options.renew, stageContext)
    })
}

/** Hidden command that `speed` starts for a row: it only works for its parent, and users get a message. */
export function addSpeedChild(program: Command): void {
  program
    .command(childCommand, { hidden: true })
    .argument('<task>')
    .action(() => {
      throw new SdcError('BAD_OPTION', `${childCommand} is started by speed, not by hand`)
    })
}

/** Tables are renewed completely: no operation of a table may be left out. */
function checkRenewal({ part, only }: Options): void {
  if (part === 'grid' || (only === undefined && (part === undefined || part === 'overview'))) return
  const fix = 'Leave out --only, or say --part grid; bench files and bench nasty have a --renew of their own.'
  throw new SdcError('BAD_OPTION', 'speed --renew writes whole tables of its own', { parameter: 'renew' }, fix)
}

async function measureAll(options: Options, stageContext: StageContext): Promise<void> {
  const { stdout, stderr, program, setStatus } = stageContext
  const { part, only = '', upTo = Infinity, renew } = options
  const before = renew === undefined ? '' : await readText(renew)
  if (part === 'files' || part === 'nasty') {
    const asked = { only, upTo, large: false, runs: 5 }
    stdout.write(part === 'files' ? await measureFiles(asked, stageContext) : await nastyText(asked, stageContext))
    return
  }
  const { smoke } = options
  const operations = chosen(options, stageContext)
  const limits = smoke ? smokeLimits : fullLimits
  const clock = sortClock(smoke ? 1 : 2)
  const rows = await runSpeed({
    operations,
    limits,
    measure: rowMeasurer(clock, (operation) =>
      measureInChild(program, { operation, effort: smoke ? 'once' : 'full' }, limits.row),
    ),
    progress: (row, done) => stderr.write(progressLine(row, done, operations.length)),
  })
  const report = speedReport(rows, clock.summary(), thisMachine(), limits.parallel)
  const json = `${JSON.stringify(report, null, 2)}\n`
  // Printed first: the measurements are available even if a file cannot be written.
  stdout.write(options.json ? json : `${speedText(report)}\n`)
  if (options.output !== undefined) await writeFileSafely(options.output, json)
  if (options.write !== undefined) {
    const file = benchmarksFile(report)
    // A part of the operations makes a file to look at; the whole is the file that is committed and used by checks.
    const whole = options.part === undefined && options.only === undefined && options.upTo === undefined
    const made = whole ? await wholeFile(file, await textBefore(options.write), stageContext) : file
    await writeFileSafely(options.write, made)
  }
  if (renew !== undefined) await writeFileSafely(renew, withTables(before, report))
  for (const { operation, outcome } of rows) {
    if (outcome.status !== 'failed') continue
    stderr.write(`FAILED ${operation.id}, n = ${operation.n}: ${outcome.why}\n`)
    setStatus(1)
  }
}

/**
 * Returns the file with the sections that are measured in other ways, and with those of the previous file that other
 * commands wrote.
 */
async function wholeFile(file: string, before: string, stageContext: StageContext): Promise<string> {
  const every = await measureEvery(stageContext)
  const files = await measureFiles({ only: '', upTo: Infinity, large: true, runs: 5 }, stageContext)
  const nasty = await nastyText({ only: '', upTo: Infinity }, stageContext)
  const sections: readonly (readonly [heading: string, section: string | undefined])[] = [
    [filesHeading, files],
    [nastyHeading, nasty],
    [tablesHeading, sectionOf(before, tablesHeading)],
  ]
  return sections.reduce(
    (made, [heading, section]) => (section === undefined ? made : withSection(made, heading, section)),
    every === undefined ? file : withEverySection(file, every),
  )
}

/** Text of a file, empty if there is none. */
async function textBefore(file: string): Promise<string> {
  try {
    return await readText(file)
  } catch {
    return ''
  }
}

function chosen({ smoke, part, only = '', upTo = Infinity }: Options, { registry }: StageContext): Operation[] {
  const sizes = [smokeRecords]
  const grid = smoke ? smallGrid(registry, smokeRecords) : gridOperations(registry)
  const overview = overviewOperations(registry, smoke ? { methods: sizes, metrics: sizes } : undefined)
  const asked = [...(part === 'overview' ? [] : grid), ...(part === 'grid' ? [] : overview)].filter(
    ({ id, n }) => id.includes(only) && n <= upTo,
  )
  if (asked.length > 0) return asked
  throw new SdcError(
    'BAD_OPTION',
    `nothing to measure: no operation has an id that contains "${only}" and at most ${upTo} records`,
    {},
    'Without --only, --up-to and --part everything is measured.',
  )
}

function progressLine({ operation: { id, data, n, d }, outcome }: SpeedRow, done: number, all: number): string {
  const what = outcome.status === 'measured' ? `${outcome.seconds.toPrecision(3)} s` : outcome.status
  return `${done}/${all} ${id}, ${data} ${n.toLocaleString('en')} × ${d}: ${what}\n`
}
