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

/**
 * The value of a row's worst run; null where it has none, or not in every run.
 *
 * @param row - A candidate that was measured.
 * @param metric - What of it.
 * @param atEnd - Whether the worst of the worse ends of the runs' intervals is asked for.
 * @returns The value, in the metric's unit.
 */
export function worstRun(row: Row, metric: Metric, atEnd = false): number | null {
  const summary = row.metrics.get(metric.id)
  if (!summary || summary.reason !== undefined || summary.min === null || summary.max === null) return null
  return atEnd ? (summary.worstEnd ?? null) : worstOf(metric, [summary.min, summary.max])
}

/**
 * Whether a candidate could be run, masks what was to be masked, and keeps the limits. Of a pair of parts the limits say what
 * may stay as it is.
 */
export function canBeChosen(row: Row): boolean {
  return !row.error && (row.parts !== undefined || row.unmasked.length === 0) && row.beyond.length === 0
}
