import type { Metric } from '@sdc/core'
import { briefNumber, briefText, risksMeasured } from '@sdc/engine'
import type { MeasuredFile } from './measure-masked.js'
import { lossesMeasured } from './measured-verdict.js'

/** Largest number of letters of a unit in a short table; the title of the metric has longer ones. */
const UNIT = 7

/** Returns a value for a short table, with its unit if that is short. */
export function shortText(value: number, metric: Metric): string {
  return metric.unit.length > UNIT ? briefNumber(value) : briefText(value, metric)
}

/** A measured value in words, for a table. */
export interface MeasuredRow {
  readonly id: string
  readonly title: string
  readonly value: string
  /** Value of a risk in independent data; undefined if it was not measured. */
  readonly independent?: string | undefined
  /** Level of a risk. */
  readonly level?: string | undefined
}

/**
 * Risks and losses of a measured file in words: the worst risk first, the usual loss first.
 *
 * @param file - The measured file.
 * @param usualLoss - Loss metric to begin the losses with.
 * @returns The rows of two tables; metrics without a value are left out.
 */
export function measuredRows(
  { measured, levels }: Pick<MeasuredFile, 'measured' | 'levels'>,
  usualLoss?: string,
): { readonly risks: readonly MeasuredRow[]; readonly losses: readonly MeasuredRow[] } {
  return {
    risks: risksMeasured(measured, levels).map(({ metric, value, independent, grade }) => ({
      id: metric.id,
      title: metric.title,
      value: shortText(value, metric),
      ...(independent !== null && { independent: shortText(independent, metric) }),
      level: grade,
    })),
    losses: lossesMeasured(measured, usualLoss).flatMap(({ one: { metric, measurement } }) =>
      measurement.value === null
        ? []
        : [{ id: metric.id, title: metric.title, value: shortText(measurement.value, metric) }],
    ),
  }
}
