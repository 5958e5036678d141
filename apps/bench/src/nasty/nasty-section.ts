import { left, right } from '@sdc/report'
import { machineText, type Machine } from '../speed/measure/machine.js'
import { growth, growthText, isSteep, type Point } from '../speed/measure/growth.js'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import { significant } from '../speed/report/report-tables.js'
import { exceptionOf, most } from './nasty-limits.js'
import { nastyInputs, subjectText } from './nasty-inputs.js'
import { cutOff, type NastyCell, type NastyRow } from './nasty-run.js'

export const nastyHeading = '## Nasty inputs'

const columns = [
  left('operation'),
  right('n'),
  right('normal, CPU s'),
  right('growth'),
  ...nastyInputs.map(({ name }) => right(name)),
  left('note'),
]

/**
 * Returns the section of the committed file: a line an operation, a column an input, CPU time relative to that of the
 * normal row.
 */
export function nastySection(rows: readonly NastyRow[], machine: Machine): string {
  const reasons = [...new Set(rows.flatMap(reasonsOf))]
  return [
    nastyHeading,
    'Every method and metric on difficult but usual data: CPU seconds relative to those of the normal row of the ' +
      `same size and number of columns (the second figure is the normal row's). Ratios over ${most} are marked. ` +
      `Written by \`npx -y pnpm@12.21.0 -s bench nasty ` +
      `--renew BENCHMARKS.md\`. Machine: ${machineText(machine)}.`,
    [
      '- zeros: nine in ten values; digits: integers from 0 to 9; outliers: twenty of 10¹² a column; duplicates: every record a thousand ' +
        'times; sorted: every column up or down; each of five columns. constants: eight of thirteen columns, compared ' +
        'with thirteen normal ones.',
      '- masked constant: a column of the masked file has one value; rank-swapped: rank swapping masked the file, not noise.',
      '- n: size with five columns, and with thirteen if it differs; growth: of the normal row of five columns from ' +
        'the previous size; STEEP: above 1.3 from 10,000 to 100,000.',
      `- cut off: took over ${cutOff} times the normal row; –: refused, or without a value.`,
    ].join('\n'),
    markdownTable(columns, rows.map(lineOf)),
    ...(reasons.length === 0 ? [] : [reasons.map((one) => `- ${one}`).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

function lineOf(row: NastyRow): string[] {
  const { subject, normal, cells, why } = row
  const ends = [...normal.values()].flatMap((points) => points.at(-1) ?? [])
  const sizes = [...new Set(ends.map(({ n }) => n.toLocaleString('en')))]
  const five = [...normal.values()].at(0) ?? []
  return [
    subjectText(subject),
    sizes.join('; ') || '–',
    ends.map(({ seconds }) => significant(seconds)).join('; ') || '–',
    lastGrowth(five),
    ...nastyInputs.map(({ name }) => cellText(cells.find(({ input }) => input.name === name))),
    why === null ? noteOf(row) : `no normal row: ${why.split('\n')[0]}`,
  ]
}

/** Growth from the size before the last; empty if there is none. */
function lastGrowth(points: readonly Point[]): string {
  const [from, to] = points.slice(-2)
  return from && to ? growthText(growth(from, to), isSteep(from, to)) : ''
}

function cellText(cell: NastyCell | undefined): string {
  if (!cell) return ''
  const { cost, ratio } = cell
  return cost.status === 'measured' ? ratio.toFixed(2) : cost.status === 'cut off' ? `> ${cutOff}` : '–'
}

/** Note about large ratios: `zeros 2.7 × NORMAL`; in lower case for accepted exceptions, with their reason below. */
function noteOf({ subject, cells }: NastyRow): string {
  const over = cells.filter(({ ratio }) => ratio > most)
  const worst = over.sort((a, b) => b.ratio - a.ratio)
  return worst
    .map(({ input, ratio }) => {
      const text = ratio === Infinity ? `over ${cutOff}` : ratio.toFixed(1)
      return `${input.name} ${text} × ${exceptionOf(subject, input, ratio) ? 'normal' : 'NORMAL'}`
    })
    .join(', ')
}

/** Reasons for cells without a ratio because of a bug, and for accepted exceptions. */
function reasonsOf({ subject, cells }: NastyRow): string[] {
  return cells.flatMap(({ input, cost, ratio }) => {
    const what = `${subjectText(subject)}, ${input.name}`
    if (cost.status === 'failed') return [`${what}: FAILED: ${cost.why.split('\n')[0]}`]
    const exception = ratio > most ? exceptionOf(subject, input, ratio) : undefined
    return exception ? [`${what}: ${exception.why}`] : []
  })
}
