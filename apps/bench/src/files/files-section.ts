import { left, right } from '@sdc/report'
import { machineText, type Machine } from '../speed/measure/machine.js'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import { goalMark } from '../speed/goals.js'
import { significant } from '../speed/report/report-tables.js'
import type { FileRow } from './files-run.js'

export const filesHeading = '## Whole files'

const columns = [
  left('process'),
  ...['n', 'CPU s', 's', 'MB', 'sorts', '× DuckDB'].map((name) => right(name)),
  left('note'),
]

/** The section of the committed file: whole processes from CSV to CSV. */
export function filesSection(rows: readonly FileRow[], machine: Machine): string {
  const runs = Math.max(...rows.map((row) => row.runs))
  return [
    filesHeading,
    'Whole processes of the built command line, CSV in and CSV out, on generated files of 13 columns (an id, ages, ' +
      'categories as text, amounts ' +
      `with two decimals, mostly-zero amounts, codes); five columns are masked. Medians of up to ${runs} runs, in turn. Written by ` +
      '`npx -y pnpm@12.21.0 -s bench files --large --renew BENCHMARKS.md`. ' +
      `Machine: ${machineText(machine)}.`,
    [
      '- read and write, unchanged: a program of three lines based on `@sdc/files`, because a plan without steps is refused.',
      '- out of core: the same bytes by `--workers 1`, one partition in memory at a time.',
      '- CPU s: user and system time of the process; s: elapsed time; MB: peak resident memory.',
      '- × DuckDB: CPU s relative to those of DuckDB’s COPY of the same file in the same run; – if DuckDB is not installed.',
    ].join('\n'),
    `${markdownTable(columns, rows.map(lineOf))}\n`,
  ].join('\n\n')
}

function lineOf(row: FileRow): string[] {
  const { of, outcome, sort } = row
  const name = [of.name, of.n.toLocaleString('en')]
  if ('why' in outcome) return [...name, ...columns.slice(3).map(() => '–'), `failed: ${outcome.why}`]
  const { cpuSeconds, wallSeconds, peakBytes } = outcome.cost
  const ratio = ratioOf(row)
  return [
    ...name,
    significant(cpuSeconds),
    significant(wallSeconds),
    (peakBytes / 1e6).toFixed(0),
    significant(cpuSeconds / sort),
    ratio === null ? '–' : ratio.toFixed(2),
    fileGoalText(row),
  ]
}

/** CPU seconds relative to those of the floor. */
export function ratioOf({ outcome, floor }: FileRow): number | null {
  return 'why' in outcome || floor === null ? null : outcome.cost.cpuSeconds / floor
}

/** Goal of the row, and whether it is met. */
export function fileGoalText(row: FileRow): string {
  const { goal } = row.of
  if (!goal) return ''
  const bytes = 'why' in row.outcome ? null : row.outcome.cost.peakBytes
  const ratio = ratioOf(row)
  return [
    ...(goal.ratio === undefined ? [] : [goalMark('goal', `${goal.ratio} × DuckDB`, ratio, goal.ratio)]),
    goalMark('goal', `${goal.bytes / 1e6} MB`, bytes, goal.bytes),
    ...(goal.stretchRatio === undefined ? [] : stretch(`${goal.stretchRatio} ×`, ratio, goal.stretchRatio)),
    ...(goal.stretchBytes === undefined ? [] : stretch(`${goal.stretchBytes / 1e6} MB`, bytes, goal.stretchBytes)),
  ].join(', ')
}

/** A stretch goal is named if it is met. */
function stretch(text: string, value: number | null, most: number): string[] {
  return value !== null && value <= most ? [goalMark('stretch', text, value, most)] : []
}
