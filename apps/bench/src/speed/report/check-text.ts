import { left, right, textTable } from '@sdc/report'
import { allowed, fails, type CheckedRow } from '../check-speed.js'
import { titleOf } from '../operation.js'
import { significant } from './report-tables.js'

const columns = [
  left('operation'),
  left('data'),
  ...['d', 'n', 'committed', 'now', 'ratio', 'times'].map((name) => right(name)),
  left('verdict'),
]

/** Returns a table of the rows, in sorts, and a summary sentence. */
export function checkText(rows: readonly CheckedRow[]): string {
  const lines = rows.map(({ operation, committed, sorts, ratio, attempts, verdict }) => [
    titleOf(operation),
    operation.data,
    String(operation.d),
    operation.n.toLocaleString('en'),
    significant(committed.sorts),
    sorts === null ? '–' : significant(sorts),
    ratio === null ? '–' : ratio.toFixed(2),
    String(attempts),
    verdict === 'fine' ? '' : fails(verdict) ? `FAILED: ${verdict}` : `warning: ${verdict}`,
  ])
  const failed = rows.filter(({ verdict }) => fails(verdict))
  const slower = rows.filter(({ verdict }) => verdict === 'slower')
  return [
    textTable(columns, lines),
    '',
    `${rows.length} rows in sorts, compared with the committed ones: ${rows.length - failed.length - slower.length} within ` +
      `${allowed.warning}×, ${slower.length} slower (warnings), ${failed.length} slower than ${allowed.failure}× or not measured.`,
  ].join('\n')
}
