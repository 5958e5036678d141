import type { LevelOf, Sensitivity, Table } from '@sdc/core'
import type { CsvFile } from '@sdc/files'

/** What makes cells sensitive: few contributors, one or two who have nearly all, or something else. */
export type ReasonKind = 'few' | 'one' | 'two' | 'other'

/** A rule as it is written, the cells of a table that it finds sensitive, and what it asks for others. */
interface ViewRule {
  readonly name: string
  readonly kind: ReasonKind
  readonly status: Uint8Array
  readonly levelOf?: LevelOf | undefined
}

/** What became of one table, cell by cell in the order of its file. */
export interface TableView {
  /** The name of its file. */
  readonly name: string
  /** How the file is written; undefined where the cells are no longer those of the file. */
  readonly source: CsvFile | undefined
  /** Dimension columns, in the order of the table's dimensions. */
  readonly by: readonly string[]
  readonly value: string
  /** What the values are sums of, or what they count, for a heading. */
  readonly of: string
  readonly count: string | undefined
  readonly table: Table
  /** By `cellStatuses`. */
  readonly status: Uint8Array
  /** Where they were rounded or perturbed. */
  readonly values: Float64Array | undefined
  readonly sensitive: Sensitivity
  /** The rules, and which of its cells each finds. */
  readonly rules: readonly ViewRule[]
  /** What a reader can compute of each cell; undefined where nothing is suppressed or changed, and where that is not known. */
  readonly intervals: { readonly low: Float64Array; readonly high: Float64Array } | undefined
  /** Of suppressed cells, the narrowest interval of a respondent who is alone in another, and in which. */
  readonly alone: ReadonlyMap<number, AloneInterval>
}

/** What a respondent who is alone in a suppressed cell can say of another. */
export interface AloneInterval {
  readonly knows: string
  readonly low: number
  readonly high: number
}

/** Who a written table is for: those who protect it, or everybody. */
export type TableVersion = 'internal' | 'public'

/** Whether the true value of a cell is not shown: it is suppressed, or values were changed. */
export function isHidden({ status, values }: Pick<TableView, 'status' | 'values'>, cell: number): boolean {
  return status[cell] > 0 || values !== undefined
}

/** How many cells have each status. */
export function statusCounts(status: Uint8Array): readonly [published: number, primary: number, secondary: number] {
  const counts: [number, number, number] = [0, 0, 0]
  for (const one of status) counts[one]++
  return counts
}

/** The cells that are suppressed, in order. */
export function suppressedCells(status: Uint8Array): number[] {
  return [...status.keys()].filter((cell) => status[cell] > 0)
}

/** Cells by the width of their intervals, of their values, the narrowest first. */
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
