import { left, right } from '@sdc/report'
import { mean, median } from '@sdc/stats'
import { machineText, type Machine } from '../speed/measure/machine.js'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import { significant } from '../speed/report/report-tables.js'
import type { RunOutcome } from '../outcome-of-child.js'
import type { GoldenCosts } from './golden-costs.js'
import { acceptanceText, type AcceptanceRow } from './acceptance/acceptance-section.js'
import type { Measured } from './measured.js'
import type { KeyCase, TableCase } from './table-case.js'

export const tablesHeading = '## Tables'

/** A case with its result. */
export interface TableRow {
  readonly of: TableCase | KeyCase
  readonly outcome: RunOutcome<Measured>
}

const columns = [
  left('case'),
  ...['cells', 'sensitive', 'suppressed', 'seconds', 'CPU s', 'MB', 'cost', 'gap %'].map((name) => right(name)),
  left('proved'),
  left('audit'),
  left('goal'),
]

/**
 * Returns the section of the committed file: time, gap and memory of suppression and cell keys, official tables, and
 * costs relative to the optimum.
 */
export function tablesSection(
  rows: readonly TableRow[],
  accepted: readonly AcceptanceRow[],
  costs: readonly GoldenCosts[],
  machine: Machine,
): string {
  return [
    tablesHeading,
    'Generated tables; one in twenty or in a hundred inner cells is sensitive, with protection levels of a fifth of ' +
      'its value on both sides. Each row has a process of its own. Written by `npx -y pnpm@12.21.0 -s bench tables ' +
      '--adult adult.csv --renew BENCHMARKS.md`. ' +
      `Machine: ${machineText(machine)}.`,
    [
      '- seconds: time of the protection, of its audit alone, or of both, as named in the row; without generating the table.',
      '- MB: peak resident memory of the process.',
      '- cost: the sum of the secondary cells; gap: the largest possible difference from the optimum, by the bound of ' +
        'the method; proved: the cost is optimal.',
      '- audit: number of sensitive cells that can be computed more accurately than their levels permit.',
    ].join('\n'),
    ...(rows.length === 0 ? [] : [markdownTable(columns, rows.map(caseLine))]),
    ...(accepted.length === 0 ? [] : [acceptanceText(accepted)]),
    ...(costs.length === 0 ? [] : [costsText(costs)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function caseLine({ of, outcome }: TableRow): string[] {
  if ('why' in outcome) return [of.name, ...columns.slice(2).map(() => '–'), `failed: ${outcome.why}`]
  const { cells, sensitive, suppressed, seconds, cpuSeconds, peakBytes, cost, gapPercent, proved, unprotected } =
    outcome.measured
  const known = (value: number, text: string): string => (Number.isNaN(value) ? '' : text)
  return [
    of.name,
    cells.toLocaleString('en'),
    known(sensitive, String(sensitive)),
    known(suppressed, String(suppressed)),
    significant(seconds),
    significant(cpuSeconds),
    (peakBytes / 1e6).toFixed(0),
    known(cost, String(Math.round(cost))),
    known(gapPercent, gapPercent.toFixed(2)),
    known(proved, proved === 1 ? 'yes' : 'no'),
    known(unprotected, unprotected === 0 ? 'passed' : `${unprotected} unprotected`),
    goalText({ of, outcome }),
  ]
}

/** Goal of the row, and whether it is met. */
export function goalText({ of: { goal }, outcome }: TableRow): string {
  if ('why' in outcome) return 'MISSED'
  const { seconds, peakBytes, gapPercent, unprotected } = outcome.measured
  const { bytes = Infinity, gapPercent: most = Infinity } = 'gapPercent' in goal || 'bytes' in goal ? goal : {}
  const isMet = seconds <= goal.seconds && peakBytes <= bytes && !(gapPercent > most) && !(unprotected > 0)
  const parts = [
    `${goal.seconds} s`,
    ...(most < Infinity ? [`gap ${most} %`] : []),
    ...(bytes < Infinity ? [`${bytes / 1e6} MB`] : []),
  ]
  return `${parts.join(', ')} ${isMet ? 'met' : 'MISSED'}`
}

function costsText(costs: readonly GoldenCosts[]): string {
  const lines = costs.map(({ method, tables, ratios, failed, seconds }) => {
    const numbers = Float64Array.from(ratios)
    const of = (value: number): string => (ratios.length === 0 ? '–' : value.toFixed(3))
    return [
      method,
      `${ratios.length} of ${tables}`,
      failed === 0 ? 'all passed' : `${failed} FAILED`,
      of(mean(numbers)),
      of(median(numbers)),
      of(Math.max(...ratios)),
      significant(seconds),
    ]
  })
  const names = [
    left('method'),
    left('tables'),
    left('audit'),
    ...['mean', 'median', 'greatest', 'seconds'].map((name) => right(name)),
  ]
  return [
    'Cost of the secondary cells as a multiple of the least cost, on the 20 tables of ' +
      '`packages/testing/reference/tables/secondary.json` (16 to 176 cells). Seconds: all tables with their audits.',
    markdownTable(names, lines),
  ].join('\n\n')
}
