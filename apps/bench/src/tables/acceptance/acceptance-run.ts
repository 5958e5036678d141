import { seededRng, type Dataset, type Registry, type Table } from '@sdc/core'
import { applyTableMethod, sensitivityOf } from '@sdc/engine'
import { readCsvFile } from '@sdc/files/node'
import { buildTable } from '@sdc/tabular'
import { costOf, type RunCost } from '../run-cost.js'
import { acceptanceRules, type AcceptanceCase } from './acceptance-case.js'

/** Result of an acceptance case. Seconds are of the protection and its audit. */
export interface Accepted extends RunCost {
  readonly cells: number
  readonly primary: number
  readonly secondary: number
  /** Values of the secondary cells, in percent of those of all cells. */
  readonly sharePercent: number
  /** Requirements that no pattern can satisfy. */
  readonly exceptions: number
  /** Sensitive cells whose interval in the audit is narrower than their levels permit. */
  readonly unprotected: number
}

/** Number of lines of a report; NaN if there is none. */
function rowsOf(report: Dataset | number | undefined): number {
  return typeof report === 'object' ? report.rows : Number.NaN
}

/**
 * Builds the table of a case, protects it by the greedy method with its defaults, and audits it.
 *
 * @param registry - Rules, protection and audit.
 * @param one - The case.
 * @param adult - The file adult.csv, for the cases that need it.
 * @returns Time, memory, and cost of the pattern.
 */
export async function acceptanceRun(
  registry: Registry,
  one: AcceptanceCase,
  adult: string | undefined,
): Promise<Accepted> {
  const data: Dataset | undefined = one.adult && adult !== undefined ? (await readCsvFile(adult)).dataset : undefined
  const table = acceptanceTable(one, data)
  const call = { registry, table, rng: seededRng('acceptance') }
  const rule = await applyTableMethod({ ...call, method: acceptanceRules[one.of] })
  const sensitive = sensitivityOf(table, [rule], 0)
  const { value, ...cost } = await costOf(async () => {
    const { result: made } = await applyTableMethod({ ...call, sensitive, method: 'tabular/greedy-suppression' })
    const { status: pattern, witnesses } = made
    const audit = await applyTableMethod({ ...call, sensitive, method: 'tabular/audit', pattern, witnesses })
    return { pattern, found: audit.result.report }
  })
  const size = (keep: (cell: number) => boolean): number =>
    table.values.reduce((sum, of, cell) => sum + (keep(cell) ? Math.abs(of) : 0), 0)
  const isSecondary = (cell: number): boolean => value.pattern[cell] === 2
  const count = (name: string): number => {
    const number = value.found?.get(name)
    return typeof number === 'number' ? number : Number.NaN
  }
  return {
    ...cost,
    cells: table.values.length,
    primary: sensitive.status.reduce((sum, status) => sum + status, 0),
    secondary: value.pattern.reduce((sum, _, cell) => sum + Number(isSecondary(cell)), 0),
    sharePercent: (100 * size(isSecondary)) / size(() => true),
    exceptions: rowsOf(value.found?.get('exceptions')),
    unprotected: count('unprotected'),
  }
}

/** Builds the table of a case from its records. */
export function acceptanceTable({ records, of }: AcceptanceCase, adult: Dataset | undefined): Table {
  const { data, dimensions } = records(adult)
  return buildTable(data, { dimensions, ...(of === 'firms' && { value: 'value', respondent: 'respondent' }) })
}
