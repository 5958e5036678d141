import type { Metric } from '@sdc/core'
import { worstOf } from '../limits/limits.js'
import type { Axes, Row } from './comparison.js'

/** A row's place on the map, both axes turned so that less is better. */
export type Place = readonly [risk: number, loss: number]

/** A row's place on the map; undefined where a value is missing. */
export function place(row: Row, axes: Axes): Place | undefined {
  const at = (metric: Metric): number | null => {
    const mean = row.metrics.get(metric.id)?.mean ?? null
    return mean === null ? null : metric.better === 'higher' ? -mean : mean
  }
  const risk = at(axes.risk)
  const loss = at(axes.loss)
  return risk === null || loss === null ? undefined : [risk, loss]
}

/** Mean loss of a row, negated where higher is better; Infinity without a value. */
export function meanLoss(row: Row, { loss }: Axes): number {
  const mean = row.metrics.get(loss.id)?.mean ?? null
  return mean === null ? Infinity : loss.better === 'higher' ? -mean : mean
}

/**
 * The value of a row's worst run; null where it has none, or not in every run.
 *
 * @param row - A candidate that was measured.
 * @param metric - The metric.
 * @param atEnd - True for the worst of the worse ends of the runs' intervals.
 * @returns The value, in the metric's unit.
 */
export function worstRun(row: Row, metric: Metric, atEnd = false): number | null {
  const summary = row.metrics.get(metric.id)
  if (!summary || summary.reason !== undefined || summary.min === null || summary.max === null) return null
  return atEnd ? (summary.worstEnd ?? null) : worstOf(metric, [summary.min, summary.max])
}

/** Compares lists of numbers for an ascending sort, the first difference deciding; numbers may be infinite. */
export function compareKeys(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((key, k) => key !== b[k])
  return i < 0 ? 0 : a[i] < b[i] ? -1 : 1
}

/**
 * Returns true where a candidate ran, keeps the limits and is not refused. It may leave columns unchanged as long as it keeps them.
 */
export function canBeChosen(row: Row): boolean {
  return !row.error && row.beyond.length === 0 && row.refusals === undefined
}
