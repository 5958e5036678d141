import { textTable, wrapped, type TextColumn } from '@sdc/report'
import type { Operation, SpeedRow } from './operation.js'
import type { SortClock } from './sort-clock.js'

/** What `speed --json` prints; seconds, sorts and bytes, null where there is nothing to tell. */
export interface SpeedReport {
  readonly node: string
  readonly processors: number
  /** More than one where the times are no measurement (smoke). */
  readonly rowsAtATime: number
  /** One sort, in seconds. */
  readonly sort: ReturnType<SortClock['summary']>
  readonly rows: readonly {
    readonly kind: Operation['kind']
    readonly id: string
    readonly n: number
    readonly d: number
    readonly params: Readonly<Record<string, unknown>>
    readonly status: SpeedRow['outcome']['status']
    readonly seconds: number | null
    readonly sorts: number | null
    readonly goalSorts: number | null
    readonly runs: number
    readonly peakBytes: number | null
    readonly bytesBefore: number | null
    /** Why it has no seconds. */
    readonly why: string | null
  }[]
}

export type ReportRow = SpeedReport['rows'][number]

export function speedReport(
  rows: readonly SpeedRow[],
  sort: SpeedReport['sort'],
  machine: Pick<SpeedReport, 'node' | 'processors' | 'rowsAtATime'>,
): SpeedReport {
  return { ...machine, sort, rows: rows.map((row) => reportRow(row, sort.median)) }
}

function reportRow({ operation, outcome }: SpeedRow, sort: number): ReportRow {
  const { kind, id, n, d, params, goal } = operation
  const measured = outcome.status === 'measured' ? outcome : null
  return {
    kind,
    id,
    n,
    d,
    params,
    status: outcome.status,
    seconds: measured && measured.seconds,
    sorts: measured && measured.seconds / sort,
    goalSorts: goal ?? null,
    runs: measured?.runs ?? 0,
    peakBytes: measured && measured.peakBytes,
    bytesBefore: measured && measured.bytesBefore,
    why: 'why' in outcome ? outcome.why : outcome.status === 'cut off' ? `slower than ${outcome.limit} s` : null,
  }
}

const sections = [
  [
    'method',
    'Masking methods',
    'Each masks d columns of artificial microdata once, with its defaults unless a parameter is named.',
  ],
  ['metric', 'Metrics', 'Each compares n records of d columns with themselves under additive noise.'],
  ['kernel', 'Kernels', 'On independent uniform numbers; the nearest of n records is searched for each of n others.'],
] as const

const columns: readonly TextColumn[] = [
  { name: 'operation', align: 'left' },
  { name: 'n', align: 'right' },
  { name: 'd', align: 'right' },
  { name: 'seconds', align: 'right' },
  { name: 'sorts', align: 'right' },
  { name: 'goal', align: 'right' },
  { name: 'MB', align: 'right' },
  { name: 'note', align: 'left' },
]

/** The report as text. */
export function renderSpeed(report: SpeedReport): string {
  const { sort, rows, node, processors, rowsAtATime } = report
  const head =
    `Speed, Node ${node}, ${processors} processors. Seconds are the median of several runs after a warm-up. One ` +
    `sort is the time Float64Array.prototype.sort takes on 1,000,000 uniform numbers: ${fixed(sort.median)} s in ` +
    `this run (median of ${sort.runs}, ${fixed(sort.least)} to ${fixed(sort.greatest)}). MB is the greatest ` +
    'resident memory of a process that does this row only, program and data included; a goal is in sorts.'
  const shared = `${rowsAtATime} rows ran at a time: the numbers show that everything runs, not how fast.`
  const tables = sections.flatMap(([kind, title, sentence]) => {
    const own = rows.filter((row) => row.kind === kind)
    return own.length > 0
      ? [[title, wrapped(sentence, 100), textTable(columns, own.map(cells)), ...own.flatMap(reason)].join('\n')]
      : []
  })
  return [wrapped(head, 100), ...(rowsAtATime > 1 ? [wrapped(shared, 100)] : []), ...tables].join('\n\n')
}

function cells(row: ReportRow): string[] {
  const { id, n, d, seconds, sorts, goalSorts, peakBytes } = row
  return [
    id,
    n.toLocaleString('en'),
    String(d),
    seconds === null ? '–' : fixed(seconds),
    sorts === null ? '–' : fixed(sorts),
    goalSorts === null ? '' : `≤ ${goalSorts}`,
    peakBytes === null ? '' : (peakBytes / 1e6).toFixed(0),
    note(row),
  ]
}

function note({ status, params, sorts, goalSorts }: ReportRow): string {
  const set = Object.entries(params).map(([name, value]) => `${name} = ${String(value)}`)
  const goal = sorts === null || goalSorts === null ? [] : [sorts <= goalSorts ? 'met' : 'MISSED']
  return [...set, ...goal, ...(status === 'measured' ? [] : [status])].join(', ')
}

/** Below the table: why a row has no seconds. */
function reason({ id, n, d, status, why }: ReportRow): string[] {
  return why === null ? [] : [wrapped(`${id} ${n.toLocaleString('en')} × ${d}, ${status}: ${why.split('\n')[0]}`, 100)]
}

/** Three significant digits without an exponent. */
function fixed(value: number): string {
  if (value === 0) return '0'
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toFixed(Math.min(decimals, 7))
}
