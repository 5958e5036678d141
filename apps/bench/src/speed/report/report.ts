import { growth, isSteep, type Point } from '../measure/growth.js'
import type { Machine } from '../measure/machine.js'
import { seriesKey, type DataShape, type Operation, type SpeedRow } from '../operation.js'
import type { SortClock } from '../measure/sort-clock.js'

/** Output of `speed --json`; seconds, sorts and bytes are null if unknown. */
export interface SpeedReport {
  readonly machine: Machine
  /** Above one if the times are not measurements (smoke). */
  readonly rowsAtATime: number
  /** One sort, in seconds, over the whole run. */
  readonly sort: ReturnType<SortClock['summary']>
  readonly rows: readonly ReportRow[]
}

export interface ReportRow {
  readonly kind: Operation['kind']
  readonly id: string
  readonly params: Readonly<Record<string, unknown>>
  readonly data: DataShape
  readonly n: number
  readonly d: number
  readonly status: SpeedRow['outcome']['status']
  readonly seconds: number | null
  /** Seconds relative to those of a sort before and after this row. */
  readonly sorts: number | null
  /** Slope of log seconds over log n from the previous measured size. */
  readonly growth: number | null
  /** True if it is above 1.3 from 10,000 to 100,000 records. */
  readonly steep: boolean
  readonly goalSorts: number | null
  readonly goalBytes: number | null
  readonly runs: number
  readonly peakBytes: number | null
  readonly bytesBefore: number | null
  /** Reason for having no seconds. */
  readonly why: string | null
}

/** Returns the report; rows of one series must be ordered by size. */
export function speedReport(
  rows: readonly SpeedRow[],
  sort: SpeedReport['sort'],
  machine: Machine,
  rowsAtATime: number,
): SpeedReport {
  const last = new Map<string, Point>()
  const reported = rows.map((row): ReportRow => {
    const key = seriesKey(row.operation)
    const from = last.get(key)
    if (row.outcome.status === 'measured') last.set(key, { n: row.operation.n, seconds: row.outcome.seconds })
    return reportRow(row, from)
  })
  return { machine, rowsAtATime, sort, rows: reported }
}

function reportRow({ operation, outcome, sort }: SpeedRow, from: Point | undefined): ReportRow {
  const { kind, id, params, data, n, d, goal } = operation
  const measured = outcome.status === 'measured' ? outcome : null
  return {
    kind,
    id,
    params,
    data,
    n,
    d,
    status: outcome.status,
    seconds: measured && measured.seconds,
    sorts: measured && sort && measured.seconds / sort,
    growth: measured && from ? growth(from, { n, seconds: measured.seconds }) : null,
    steep: measured !== null && from !== undefined && isSteep(from, { n, seconds: measured.seconds }),
    goalSorts: goal?.sorts ?? null,
    goalBytes: goal?.bytes ?? null,
    runs: measured?.runs ?? 0,
    peakBytes: measured && measured.peakBytes,
    bytesBefore: measured && measured.bytesBefore,
    why: 'why' in outcome ? outcome.why : outcome.status === 'cut off' ? `slower than ${outcome.limit} s` : null,
  }
}
