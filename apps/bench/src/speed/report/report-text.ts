import { textTable, wrapped } from '@sdc/report'
import { machineText } from '../measure/machine.js'
import { reportTables, significant } from './report-tables.js'
import type { SpeedReport } from './report.js'

const width = 100

/** The report for a terminal. */
export function speedText(report: SpeedReport): string {
  const { machine, rowsAtATime, rows } = report
  const shared = `${rowsAtATime} rows ran at a time: the numbers show that everything runs, but are not accurate.`
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

/** Meaning of the columns, a sentence or two each. */
export function explanation({ sort }: SpeedReport): string[] {
  return [
    'seconds: the median of several runs after a warm-up.',
    'sorts: seconds relative to those of Float64Array.prototype.sort on 1,000,000 uniform numbers, measured just ' +
      `before and after; ${significant(sort.median)} s in this run (median of ${sort.runs}, ` +
      `${significant(sort.least)} to ${significant(sort.greatest)}). It varies less between machines than seconds do.`,
    'growth: the slope of log seconds over log n from the previous size; 1 is linear, 2 quadratic; STEEP: ' +
      'above 1.3 from 10,000 to 100,000.',
    'MB: peak resident memory of a process for this row only, program and data included.',
  ]
}
