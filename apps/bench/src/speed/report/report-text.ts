import { textTable, wrapped } from '@sdc/report'
import { machineText } from '../measure/machine.js'
import { reportTables, significant } from './report-tables.js'
import type { SpeedReport } from './report.js'

const width = 100

/** The report for a terminal. */
export function speedText(report: SpeedReport): string {
  const { machine, rowsAtATime, rows } = report
  const shared = `${rowsAtATime} rows ran at a time: the numbers show that everything runs, not how fast.`
  const tables = reportTables(rows).map(({ title, sentence, columns, rows: lines, reasons }) =>
    [
      title,
      ...(sentence === '' ? [] : [wrapped(sentence, width)]),
      textTable(columns, lines),
      ...reasons.map((one) => wrapped(one, width)),
    ].join('\n'),
  )
  const head = [`Speed on ${machineText(machine)}.`, ...explanation(report)].map((one) => wrapped(one, width))
  return [head.join('\n'), ...(rowsAtATime > 1 ? [wrapped(shared, width)] : []), ...tables].join('\n\n')
}

/** What the columns mean, a sentence or two each. */
export function explanation({ sort }: SpeedReport): string[] {
  return [
    'seconds: the median of several runs after a warm-up.',
    'sorts: seconds by those that Float64Array.prototype.sort takes on 1,000,000 uniform numbers, measured just ' +
      `before and after; ${significant(sort.median)} s in this run (median of ${sort.runs}, ` +
      `${significant(sort.least)} to ${significant(sort.greatest)}). It moves less between machines than seconds do.`,
    'growth: the slope of log seconds over log n from the size before; 1 is linear, 2 quadratic; STEEP: ' +
      'above 1.3 from 10,000 to 100,000.',
    'MB: the greatest resident memory of a process that does this row only, program and data included.',
  ]
}
