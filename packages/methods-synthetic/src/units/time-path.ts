import { numeric, type Column, type Dataset } from '@sdc/core'
import { waveOrder } from '@sdc/toolkit/internal'
import type { Members } from './member-order.js'

/** Times of the records of persons: a first one each, and steps to the next. */
export interface TimePath {
  /** Time of each row: days or seconds; for waves their place among all waves, from 0. */
  readonly times: Column
  /** Time since the last time of the row before it of the same unit; missing for the first. */
  readonly steps: Column
  /** Column of these last times. */
  readonly base: string
  /** No step is less. */
  readonly least: number
  /** The time that a step leads to; no step is less than the least one of the file. */
  after(time: number, step: number): number
  /** Latest time of a record that so many others of its unit follow. */
  latest(followers: number): number
  /** Times as a column of the file. */
  toColumn(times: Float64Array): Column
  /** A column of the file as times. */
  toTimes(column: Column): Float64Array
}

/**
 * Divides the times of units into first times and steps, which are never less than the least one of the file.
 *
 * @param name - Column of times without missing values, in whose order the members are.
 * @param data - The rows.
 * @param members - Their order.
 * @param options - `isWave` is true if the times are waves (a record has one of the file's); `base` is the column of the last times of a row.
 * @returns Times and steps, and the way back.
 */
export function timePath(
  name: string,
  data: Dataset,
  { previous }: Members,
  { isWave, base }: { readonly isWave: boolean; readonly base: string },
): TimePath {
  const column = data.column(name)
  const at = waveOrder(column)
  const all = [...new Set(at)].sort((a, b) => a - b)
  const rank = new Map(all.map((time, place) => [time, place]))
  const toTimes = (one: Column): Float64Array =>
    isWave ? waveOrder(one).map((time) => rank.get(time) ?? 0) : waveOrder(one).slice()
  const times = toTimes(column)
  const starts = toTimes(data.column(base))
  const steps = times.map((time, row) => (previous[row] < 0 ? Number.NaN : time - starts[previous[row]]))
  const least = steps.reduce((smallest, step) => (step < smallest ? step : smallest), Infinity)
  const last = times.reduce((most, time) => Math.max(most, time), -Infinity)
  const rowOf = new Int32Array(all.length)
  at.forEach((time, row) => (rowOf[rank.get(time) ?? 0] = row))
  const toColumn = (made: Float64Array): Column => {
    if (!isWave) return { ...column, kind: 'numeric', values: made }
    const rows = Array.from(made, (time) => rowOf[Math.round(Math.max(0, Math.min(last, time)))] ?? 0)
    return column.kind === 'numeric'
      ? { ...column, values: Float64Array.from(rows, (row) => column.values[row]) }
      : { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]) }
  }
  return {
    times: numeric(times),
    steps: numeric(steps),
    base,
    least,
    after: (time, step) => time + Math.max(least, isWave ? Math.round(step) : step),
    latest: (followers) => last - (followers > 0 ? followers * least : 0),
    toColumn,
    toTimes,
  }
}
