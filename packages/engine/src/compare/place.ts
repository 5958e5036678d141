import type { Metric } from '@sdc/core'
import { worstOf } from '../limits/limits.js'
import type { Axes, Row } from './comparison.js'

/** Position of a row on the map, with both axes turned so that less is better. */
export type Place = readonly [risk: number, loss: number]

/**
 * Position of a row on the map.
 *
 * @param row - A measured candidate.
 * @param axes - The axes of the map.
 * @returns The mean risk and loss, negated if higher is better; undefined if a value is missing.
 */
export function place(row: Row, axes: Axes): Place | undefined {
  const at = (metric: Metric): number | null => {
    const mean = row.metrics.get(metric.id)?.mean ?? null
    return mean === null ? null : metric.better === 'higher' ? -mean : mean
  }
  const risk = at(axes.risk)
  const loss = at(axes.loss)
  return risk === null || loss === null ? undefined : [risk, loss]
}

/**
 * Mean loss of a row, negated if higher is better; Infinity without a value.
 *
 * @param row - A measured candidate.
 * @param axes - The axes of the map.
 * @returns The loss, in the unit of its metric.
 */
export function meanLoss(row: Row, { loss }: Axes): number {
  const mean = row.metrics.get(loss.id)?.mean ?? null
  return mean === null ? Infinity : loss.better === 'higher' ? -mean : mean
}

/**
 * Value of a row's worst run.
 *
 * @param row - A measured candidate.
 * @param metric - The metric.
 * @param atEnd - True for the worst of the worse ends of the runs' intervals.
 * @returns The value, in the metric's unit; null without a value in every run.
 */
export function worstRun(row: Row, metric: Metric, atEnd = false): number | null {
  const summary = row.metrics.get(metric.id)
  if (!summary || summary.reason !== undefined || summary.min === null || summary.max === null) return null
  return atEnd ? (summary.worstEnd ?? null) : worstOf(metric, [summary.min, summary.max])
}

/**
 * Compares lists of numbers lexicographically, for an ascending sort. Numbers may be infinite.
 *
 * @param a - A list.
 * @param b - A list of the same length.
 * @returns −1, 0 or 1.
 */
export function compareKeys(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((key, k) => key !== b[k])
  return i < 0 ? 0 : a[i] < b[i] ? -1 : 1
}

/** Tests whether a candidate ran, keeps the limits and is not refused. It may leave columns unchanged. */
export function canBeChosen(row: Row): boolean {
  return !row.error && row.beyond.length === 0 && row.refusals === undefined
}
