import { left, right, type TextColumn } from '@sdc/report'
import { titleOf } from '../operation.js'
import { growthText } from '../measure/growth.js'
import { goalMark } from '../goals.js'
import type { ReportRow } from './report.js'

/** A table of a report, for any form of output. */
export interface ReportTable {
  readonly title: string
  readonly sentence: string
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Reasons for rows without seconds. */
  readonly reasons: readonly string[]
}

const measures = ['n', 'seconds', 'sorts', 'growth', 'MB'].map((name) => right(name))
/** Columns for one operation, by distribution and number of columns. */
const gridColumns: readonly TextColumn[] = [left('data'), right('d'), ...measures, left('note')]
/** Columns for many operations with the same data. */
const overviewColumns: readonly TextColumn[] = [left('operation'), ...measures, left('note')]

/** Returns a table for each operation of the grid, and one each for all methods and all metrics; none without rows. */
export function reportTables(rows: readonly ReportRow[]): ReportTable[] {
  const grid = rows.filter(({ data }) => data !== 'artificial')
  const overview = (kind: ReportRow['kind']): ReportRow[] =>
    rows.filter((row) => row.data === 'artificial' && row.kind === kind)
  const titles = [...new Set(grid.map(titleOf))]
  const tables: ReportTable[] = [
    ...titles.map((title) => {
      const own = grid.filter((row) => titleOf(row) === title)
      return {
        title,
        sentence: sentences[own[0].id] ?? '',
        columns: gridColumns,
        rows: own.map((row) => [row.data, String(row.d), ...cells(row)]),
        reasons: own.flatMap((row) => reason(row, `${row.data}, d = ${row.d}`)),
      }
    }),
    ...overviews.map(([kind, title, sentence]) => ({
      title,
      sentence,
      columns: overviewColumns,
      rows: overview(kind).map((row) => [titleOf(row), ...cells(row)]),
      reasons: overview(kind).flatMap((row) => reason(row, titleOf(row))),
    })),
  ]
  return tables.filter((table) => table.rows.length > 0)
}

/** Explanations of kernels and other names. */
const sentences: Readonly<Record<string, string>> = {
  'nearest-record': 'The nearest of n records is searched for each of n others.',
  'linear-sum-assignment': 'Links n records to n others with the least sum of squared distances.',
  rank: 'Ties are broken at random.',
  'frequency-counts': 'Counts records by seven quasi-identifiers of 2, 5, 3, 9, 2, 9 and 2 levels.',
  'optimize/post-mask':
    'A number of steps of Algorithm 1 on a file with additive noise, while E falls; the goal is 150,000 steps a second.',
  'optimize/permute':
    'Improves a reverse-mapped file with additive noise, without limits. It ends after the given number of proposals (the ' +
    'goal is 1,500,000 a second), or when all correlations are within the target of the original ones.',
  'reverse-map/rank': 'Maps a column with additive noise back to the original one.',
}

const overviews = [
  ['method', 'Every method', 'Each masks 5 columns of artificial microdata once, with its defaults.'],
  ['metric', 'Every metric', 'Each compares n records of 5 columns with themselves under additive noise.'],
] as const

function cells(row: ReportRow): string[] {
  const { n, seconds, sorts, growth, steep, peakBytes } = row
  return [
    n.toLocaleString('en'),
    seconds === null ? '–' : significant(seconds),
    sorts === null ? '–' : significant(sorts),
    growth === null ? '' : growthText(growth, steep),
    peakBytes === null ? '' : (peakBytes / 1e6).toFixed(0),
    note(row),
  ]
}

function note({ status, sorts, goalSorts, peakBytes, goalBytes }: ReportRow): string {
  const goals = [
    ...(goalSorts === null ? [] : [goalMark('goal', `${goalSorts} sorts`, sorts, goalSorts)]),
    ...(goalBytes === null ? [] : [goalMark('goal', `${goalBytes / 1e6} MB`, peakBytes, goalBytes)]),
  ]
  return [...goals, ...(status === 'measured' ? [] : [status])].join(', ')
}

function reason({ n, status, why }: ReportRow, what: string): string[] {
  return why === null ? [] : [`${what}, n = ${n.toLocaleString('en')}, ${status}: ${why.split('\n')[0]}`]
}

/** Formats three significant digits without an exponent. */
export function significant(value: number): string {
  if (value === 0) return '0'
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toFixed(Math.min(decimals, 7))
}
