import type { Sensitivity, Table } from '@sdc/core'
import { auditPattern } from '../audit/audit-pattern.js'
import { areCounts } from '../table/counts-only.js'
import { greatestValues, leastValues } from '../attackers/least-values.js'
import { closeReport, closeWarnings, tooClose } from './too-close.js'

/** Between what readers know each cell to be; both ends may be the value. */
export interface Bounds {
  readonly low: Float64Array
  readonly high: Float64Array
}

/** What readers compute of a table whose values were changed, and what its user must know of that. */
export interface ReaderIntervals {
  /** The least and greatest value of each cell that agree with what is shown and with all sums. */
  readonly intervals: Bounds
  /** Whether sums were taken into account; of a table of too many cells the intervals are of what is shown alone. */
  readonly isSolved: boolean
  /** How many cells are computed exactly; how many sensitive ones are shown too closely, where a rule was asked. */
  readonly report: readonly (readonly [string, number])[]
  warnings(fix: string): readonly string[]
}

/** Two programs a cell of so many cells take some seconds, with three dimensions and more. */
const MOST = 1000
/** With two dimensions the relations are a network, whose programs are quick. */
const MOST_TWO_WAY = 10_000

/**
 * What readers compute of every cell whose value was changed: from what is shown of it alone it is within bounds, and the
 * relations of the true table narrow these, by two linear programs a cell (`auditPattern`, every cell taken for suppressed).
 * Of counts the ends are whole. Of tables of more cells than can be solved in seconds the bounds are given as they are.
 *
 * @param table - The true table.
 * @param shown - Of each cell, what is shown of it alone says; of a suppressed one −∞ and ∞.
 * @param sensitive - The sensitive cells and their levels; undefined where no rule was asked.
 * @param tick - Told how much of it is done.
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

/** What everybody knows besides, where no cell is known to be 0 exactly: the least and greatest values. The value is never outside. */
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
  // A linear program's end is off by the solver's tolerance, and of counts may be between two whole numbers. No −0.
  const whole = areCounts(table)
  const low = audit.low.map((one, c) => Math.max(known.low[c], whole ? Math.ceil(one - 1e-6) + 0 : one))
  const high = audit.high.map((one, c) => Math.min(known.high[c], whole ? Math.floor(one + 1e-6) : one))
  return {
    low: low.map((one, c) => (pattern[c] === 1 ? Math.min(values[c], one) : known.low[c])),
    high: high.map((one, c) => (pattern[c] === 1 ? Math.max(values[c], one) : known.high[c])),
  }
}
