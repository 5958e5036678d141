import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { thisMachine } from '../speed/measure/machine.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { StageContext } from '../stage-context.js'
import { acceptanceCases } from '../tables/acceptance/acceptance-case.js'
import type { Accepted } from '../tables/acceptance/acceptance-run.js'
import { acceptanceGoal, type AcceptanceRow } from '../tables/acceptance/acceptance-section.js'
import { caseInChild, runCaseAsChild, tablesChildCommand } from '../tables/child.js'
import { goldenCosts, type GoldenCosts, type GoldenTable } from '../tables/golden-costs.js'
import type { Measured } from '../tables/measured.js'
import { keyCases, tableCases } from '../tables/table-case.js'
import { goalText, tablesHeading, tablesSection, type TableRow } from '../tables/tables-section.js'

interface Options {
  readonly only: string
  readonly quick: boolean
  readonly golden: string
  readonly adult?: string
  readonly renew?: string
}

/** `tables`: time, gap and memory of table protection, and its costs relative to the optimum. */
export function addTables(program: Command, stageContext: StageContext): void {
  program
    .command('tables')
    .description(
      'Measure suppression, its audit and cell keys on generated tables: seconds, gap, memory, and costs relative to the optimum.',
    )
    .option('--only <text>', 'Run only cases whose name contains TEXT, as in "40 × 40"', '')
    .option('--quick', 'Skip cases that take minutes', false)
    .option('--golden <file>', 'Tables with known least cost', 'packages/testing/reference/tables/secondary.json')
    .option('--adult <file>', 'File adult.csv, for the tables made from it; by default they are skipped')
    .option('--renew <file>', 'Renew the section of this table in a file such as BENCHMARKS.md')
    .action(async (options: Options) => {
      const { renew, only, quick, adult } = options
      if (renew !== undefined && (only !== '' || quick))
        throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Leave --only and --quick out.')
      if (renew !== undefined && adult === undefined)
        throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Name adult.csv (--adult).')
      const text = renew === undefined ? '' : await readText(renew)
      const rows = await tableRows(options, stageContext)
      const accepted = await acceptanceRows(options, stageContext)
      if (rows.length + accepted.length === 0)
        throw new SdcError('BAD_OPTION', `no case contains "${only}"`, {}, 'Without --only every case is run.')
      const costs = only === '' ? await costRows(options, stageContext) : []
      const section = tablesSection(rows, accepted, costs, thisMachine())
      if (renew === undefined) stageContext.stdout.write(section)
      else await writeFileSafely(renew, withSection(text, tablesHeading, section))
    })
}

/** Hidden command that runs one case. */
export function addTablesChild(program: Command, { registry }: StageContext): void {
  program
    .command(tablesChildCommand, { hidden: true })
    .argument('<name>')
    .argument('[adult]')
    .action((name: string, adult: string | undefined) => runCaseAsChild(registry, name, adult))
}

async function tableRows({ only, quick }: Options, { program, stderr, setStatus }: StageContext): Promise<TableRow[]> {
  const cases = [...tableCases, ...keyCases].filter((one) => one.name.includes(only) && !(quick && one.long))
  const rows: TableRow[] = []
  const proved = new Set<string>()
  for (const of of cases) {
    if ('unlessProved' in of && of.unlessProved !== undefined && proved.has(of.unlessProved)) continue
    const row = { of, outcome: await caseInChild<Measured>(program, of.name) }
    if ('why' in row.outcome) setStatus(1)
    stderr.write(`${of.name}: ${'why' in row.outcome ? row.outcome.why : goalText(row)}\n`)
    if ('measured' in row.outcome && row.outcome.measured.proved === 1) proved.add(of.name)
    rows.push(row)
  }
  return rows
}

async function acceptanceRows(
  { only, quick, adult }: Options,
  { program, stderr, setStatus }: StageContext,
): Promise<AcceptanceRow[]> {
  const rows: AcceptanceRow[] = []
  for (const of of acceptanceCases) {
    if (!of.name.includes(only) || (quick && of.long) || (of.adult && adult === undefined)) continue
    const row = { of, outcome: await caseInChild<Accepted>(program, of.name, adult) }
    if ('why' in row.outcome) setStatus(1)
    stderr.write(`${of.name}: ${'why' in row.outcome ? row.outcome.why : acceptanceGoal(row)}\n`)
    rows.push(row)
  }
  return rows
}

const suppressions = ['exact', 'greedy'].map((name) => `tabular/${name}-suppression`)

async function costRows({ golden }: Options, { registry, stderr }: StageContext): Promise<GoldenCosts[]> {
  const { tables } = JSON.parse(await readText(golden)) as { readonly tables: readonly GoldenTable[] }
  const costs: GoldenCosts[] = []
  for (const method of suppressions) {
    const one = await goldenCosts(registry, method, tables)
    stderr.write(`${method}: ${one.ratios.length} tables, ${one.seconds.toFixed(1)} s\n`)
    costs.push(one)
  }
  return costs
}
