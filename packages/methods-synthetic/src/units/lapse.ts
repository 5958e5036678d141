import type { Column, Dataset, NumericColumn, Roles, TimeKind } from '@sdc/core'
import { mean, standardDeviation } from '@sdc/stats'

/** A time as the time since an earlier one of the same record: a stay in place of a discharge. */
export interface Lapse {
  /** The earlier column. */
  readonly from: string
  /** Kind of the times, as a reader found it. */
  readonly time: TimeKind | undefined
  readonly values: Float64Array
  readonly least: number
  /** Latest time of the column. */
  readonly latest: number
}

/** Greatest spread of a lapse, as a share of that of the times: a longer one would blur these. */
const GREATEST_SPREAD = 0.5

/**
 * Finds the column of times that a column of times follows shortly in every record.
 *
 * @param data - The rows.
 * @param name - The column.
 * @param earlier - Columns that are drawn before it.
 * @param times - Columns of dates and times.
 * @returns The lapse of the least spread; undefined if there is none.
 */
export function lapseOf(
  data: Dataset,
  name: string,
  earlier: readonly string[],
  times: Roles['times'],
): Lapse | undefined {
  const column = data.column(name)
  const kind = times?.get(name)
  if (kind === undefined || column.kind !== 'numeric') return undefined
  const known = present(column)
  const lapses = earlier.flatMap((from) => {
    const start = data.column(from)
    if (times?.get(from) !== kind || start.kind !== 'numeric') return []
    const values = column.values.map((value, i) => value - start.values[i])
    const own = values.filter((lapse) => !Number.isNaN(lapse))
    const least = smallest(own)
    // A missing start leaves no way back to the time.
    if (own.length < known.length || !(least >= 0)) return []
    return [{ from, time: column.time, values, least, latest: largest(known), spread: standardDeviation(own) }]
  })
  const limit = GREATEST_SPREAD * standardDeviation(known)
  return lapses.filter(({ spread }) => spread <= limit).sort((a, b) => a.spread - b.spread)[0]
}

/**
 * Finds the latest column of times of a row that the next row of its unit never precedes: a discharge, where no admission
 * comes before the discharge of the stay before.
 *
 * @param data - The rows.
 * @param time - The column in whose order the rows are.
 * @param previous - The row before each; −1 for the first.
 * @param columns - Columns of the rows.
 * @param times - Columns of dates and times.
 * @returns The column; `time` itself if no other one will do.
 */
export function lastTimeOf(
  data: Dataset,
  time: string,
  previous: Int32Array,
  columns: readonly string[],
  times: Roles['times'],
): string {
  const next = data.column(time)
  if (next.kind !== 'numeric') return time
  const isBefore = (column: NumericColumn): boolean =>
    next.values.every((value, row) => previous[row] < 0 || column.values[previous[row]] <= value)
  const possible = columns.flatMap((name) => {
    const column: Column = data.column(name)
    if (column.kind !== 'numeric' || times?.get(name) !== times?.get(time) || !isBefore(column)) return []
    return [{ name, at: mean(present(column)) }]
  })
  return possible.sort((a, b) => b.at - a.at)[0]?.name ?? time
}

function present(column: NumericColumn): Float64Array {
  return column.values.filter((value) => !Number.isNaN(value))
}

function smallest(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity)
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity)
}
