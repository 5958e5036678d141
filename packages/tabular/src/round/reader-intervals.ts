import type { Sensitivity, Table } from '@sdc/core'
import { auditPattern } from '../audit/audit-pattern.js'
import { areCounts } from '../table/counts-only.js'
import { greatestValues, leastValues } from '../attackers/least-values.js'
import { closeReport, closeWarnings, tooClose } from './too-close.js'

/** Bounds of each cell as readers know them, both ends included. */
export interface Bounds {
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Intervals that readers can compute for a table with changed values, and messages for its user. */
export interface ReaderIntervals {
  /** Least and greatest value of each cell that agree with all shown cells and sums. */
  readonly intervals: Bounds
  /** True if sums were taken into account; with too many cells, each interval uses the shown cell only. */
  readonly isSolved: boolean
  /** Number of cells that are computed exactly and, after a rule, of sensitive cells shown too closely. */
  readonly report: readonly (readonly [string, number])[]
  warnings(fix: string): readonly string[]
}

/** Largest number of cells with three or more dimensions: two programs per cell take some seconds. */
const MOST = 1000
/** Largest number of cells with two dimensions: the relations form a network with fast programs. */
const MOST_TWO_WAY = 10_000

/**
 * Computes what readers can derive for every changed cell. The shown cell alone gives bounds; the relations of the true
 * table narrow them by two linear programs per cell (`auditPattern` with every cell suppressed). Ends for counts are
 * whole. If a table has too many cells to solve in seconds, the bounds are returned unchanged.
 *
 * @param table - True table.
 * @param shown - Bounds of each cell from its shown value alone; −∞ and ∞ if it is suppressed.
 * @param sensitive - Sensitive cells and their levels; undefined without a rule.
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns The intervals, figures for the report, and sentences.
 */
export async function readerIntervals(
  table: Table,
  shown: Bounds,
  sensitive: Sensitivity | undefined,
  tick: (fraction: number) => void,
): Promise<ReaderIntervals> {
  const cells = table.values.length
  const known = withinRoom(table, shown)
  const most = table.dimensions.length <= 2 ? MOST_TWO_WAY : MOST
  const isSolved = cells <= most
  const intervals = isSolved ? await narrowed(table, known, tick) : known
  const exact = intervals.low.filter((low, c) => low === intervals.high[c]).length
  const found = tooClose(table, intervals, sensitive)
  return {
    intervals,
    isSolved,
    report: [...(isSolved ? [['computed exactly', exact] as const] : []), ...closeReport(found)],
    warnings: (fix) => [
      ...(isSolved && exact > 0
        ? [`readers can compute ${exact} of ${cells} cells exactly from the published values and the sums`]
        : []),
      ...(isSolved
        ? []
        : [`${cells} cells are too many for intervals from sums: each interval follows from the published cell alone`]),
      ...closeWarnings(found, fix),
    ],
  }
}

/**
 * Limits bounds by public knowledge (least and greatest values), with no cell known to be exactly 0. The value is
 * always inside.
 */
function withinRoom(table: Table, { low, high }: Bounds): Bounds {
  const { values } = table
  const [least, greatest] = [leastValues(table, 0), greatestValues(table)]
  return {
    low: low.map((one, c) => Math.min(values[c], Math.max(one, least[c]))),
    high: high.map((one, c) => Math.max(values[c], Math.min(one, greatest[c]))),
  }
}

async function narrowed(table: Table, known: Bounds, tick: (fraction: number) => void): Promise<Bounds> {
  const { values, equations } = table
  const pattern = new Uint8Array(values.length)
  for (const { cells } of equations) for (const c of cells) pattern[c] = Number(known.low[c] < known.high[c])
  const audit = await auditPattern({ ...table, known }, pattern, undefined, { singletons: 'ignore', tick })
  // Ends of linear programs have the solver's tolerance and may be fractional for counts. Adding 0 avoids −0.
  const whole = areCounts(table)
  const low = audit.low.map((one, c) => Math.max(known.low[c], whole ? Math.ceil(one - 1e-6) + 0 : one))
  const high = audit.high.map((one, c) => Math.min(known.high[c], whole ? Math.floor(one + 1e-6) : one))
  return {
    low: low.map((one, c) => (pattern[c] === 1 ? Math.min(values[c], one) : known.low[c])),
    high: high.map((one, c) => (pattern[c] === 1 ? Math.max(values[c], one) : known.high[c])),
  }
}
