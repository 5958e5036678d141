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

/** `tables`: time, gap and memory of what protects tables, and its costs beside the least. */
export function addTables(program: Command, stageContext: StageContext): void {
  program
    .command('tables')
    .description(
      'what suppression, its audit and cell keys take on made tables: seconds, gap, memory; costs beside the least',
    )
    .option('--only <text>', 'only the cases whose names contain this, as in "40 × 40"', '')
    .option('--quick', 'leave out what takes minutes', false)
    .option('--golden <file>', 'tables whose least cost is known', 'packages/testing/reference/tables/secondary.json')
    .option('--adult <file>', 'adult.csv, for the tables that are made of it; without it they are left out')
    .option(
      '--renew <file>',
      'write the section of this table in a file such as BENCHMARKS.md anew, and leave the rest',
    )
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

/** The hidden command that runs one case. */
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
