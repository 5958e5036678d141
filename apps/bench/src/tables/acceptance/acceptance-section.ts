import { left, right } from '@sdc/report'
import { markdownTable } from '../../speed/report/benchmarks-file.js'
import { significant } from '../../speed/report/report-tables.js'
import type { RunOutcome } from '../../outcome-of-child.js'
import type { AcceptanceCase } from './acceptance-case.js'
import type { Accepted } from './acceptance-run.js'

/** An acceptance case with its result. */
export interface AcceptanceRow {
  readonly of: AcceptanceCase
  readonly outcome: RunOutcome<Accepted>
}

const columns = [
  left('table'),
  ...['cells', 'primary', 'secondary', '% of the value', 'CPU s', 'exceptions'].map((name) => right(name)),
  left('audit'),
  left('goal'),
]

/** Returns a table with the secondary cells, their share of the value, time and audit for typical official tables. */
export function acceptanceText(rows: readonly AcceptanceRow[]): string {
  return [
    'Typical official tables, protected by the greedy method with its defaults and audited. Tables of people have ' +
      'sensitive cells with fewer than 3 of them, tables of firms use the p % rule with p = 15. Goals are the maximum ' +
      'number of secondary cells and CPU seconds.',
    markdownTable(columns, rows.map(line)),
  ].join('\n\n')
}

function line(row: AcceptanceRow): string[] {
  const { of, outcome } = row
  if ('why' in outcome) return [of.name, ...columns.slice(2).map(() => '–'), `failed: ${outcome.why}`]
  const { cells, primary, secondary, sharePercent, cpuSeconds, exceptions, unprotected } = outcome.measured
  return [
    of.name,
    ...[cells, primary, secondary].map((number) => number.toLocaleString('en')),
    sharePercent.toFixed(1),
    significant(cpuSeconds),
    Number.isNaN(exceptions) ? '' : String(exceptions),
    unprotected === 0 ? 'protected' : `${unprotected} unprotected`,
    acceptanceGoal(row),
  ]
}

/** Goal of a case, and whether it is met. */
export function acceptanceGoal({ of: { goal }, outcome }: AcceptanceRow): string {
  const { secondary: most = Infinity } = goal
  const text = `${most < Infinity ? `${most.toLocaleString('en')} cells, ` : ''}${goal.cpuSeconds} s`
  if ('why' in outcome) return `${text} MISSED`
  const { secondary, cpuSeconds, unprotected } = outcome.measured
  const isMet = secondary <= most && cpuSeconds <= goal.cpuSeconds && unprotected === 0
  return `${text} ${isMet ? 'met' : 'MISSED'}`
}
