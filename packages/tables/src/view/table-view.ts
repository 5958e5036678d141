import type { LevelOf, Sensitivity, Table } from '@sdc/core'
import type { CsvFile } from '@sdc/files'

/** Reason of sensitivity: few contributors, one or two dominant ones, or another. */
export type ReasonKind = 'few' | 'one' | 'two' | 'other'

/** A rule in short notation, its sensitive cells in a table, and its levels for other contributions. */
interface ViewRule {
  readonly name: string
  readonly kind: ReasonKind
  readonly status: Uint8Array
  readonly levelOf?: LevelOf | undefined
}

/** Outcome for one table, cell by cell in the order of its file. */
export interface TableView {
  /** Name of its file. */
  readonly name: string
  /** File with the dialect of the output; undefined if the cells are no longer those of the file. */
  readonly source: CsvFile | undefined
  /** Dimension columns, in the order of the table's dimensions. */
  readonly by: readonly string[]
  readonly value: string
  /** Subject of the values or counts, for a heading. */
  readonly of: string
  readonly count: string | undefined
  readonly table: Table
  /** Status of each cell (`cellStatuses`). */
  readonly status: Uint8Array
  /** Values after rounding or perturbation. */
  readonly values: Float64Array | undefined
  readonly sensitive: Sensitivity
  /** The rules, each with its sensitive cells. */
  readonly rules: readonly ViewRule[]
  /** Interval of each cell that a reader can compute; undefined if nothing is suppressed or changed, or if unknown. */
  readonly intervals: { readonly low: Float64Array; readonly high: Float64Array } | undefined
  /** Narrowest interval of a suppressed cell for a lone respondent of another, with that cell. */
  readonly alone: ReadonlyMap<number, AloneInterval>
}

/** Interval of a suppressed cell for a lone respondent of another. */
export interface AloneInterval {
  readonly knows: string
  readonly low: number
  readonly high: number
}

/** Readers of a written table: those who protect it, or everybody. */
export type TableVersion = 'internal' | 'public'

/**
 * Returns true if the true value of a cell is not shown: it is suppressed, or values were changed.
 *
 * @param view - The table.
 * @param cell - The cell.
 * @returns True if it is hidden.
 */
export function isHidden({ status, values }: Pick<TableView, 'status' | 'values'>, cell: number): boolean {
  return status[cell] > 0 || values !== undefined
}

/** Returns the number of cells with each status. */
export function statusCounts(status: Uint8Array): readonly [published: number, primary: number, secondary: number] {
  const counts: [number, number, number] = [0, 0, 0]
  for (const one of status) counts[one]++
  return counts
}

/** Returns the suppressed cells, in order. */
export function suppressedCells(status: Uint8Array): number[] {
  return [...status.keys()].filter((cell) => status[cell] > 0)
}

/**
 * Sorts cells by the width of their intervals relative to their values, the narrowest first.
 *
 * @param values - True values.
 * @param intervals - Interval of each cell.
 * @param cells - Cells to sort.
 * @returns The sorted cells.
 */
export function byTightness(
  values: Float64Array,
  { low, high }: NonNullable<TableView['intervals']>,
  cells: readonly number[],
): number[] {
  const width = (c: number): number => (high[c] - low[c]) / Math.max(Math.abs(values[c]), Number.MIN_VALUE)
  const widths = new Map(cells.map((c) => [c, width(c)]))
  return [...cells].sort((a, b) => {
    const [p, q] = [widths.get(a) ?? 0, widths.get(b) ?? 0]
    return p === q ? a - b : p - q
  })
}
