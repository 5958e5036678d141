import type { Measured, MetricPlan, NewNegatives } from '@sdc/engine'

/** Metric that counts negative values, for the verdict. */
const COUNTS = 'loss/negative-values'

/**
 * Adds the metric that counts negative values, unless it is there already.
 *
 * @param metrics - The metrics that a user wants.
 * @returns The metrics to measure.
 */
export function withNegatives(metrics: readonly MetricPlan[]): readonly MetricPlan[] {
  return metrics.some(({ use }) => use === COUNTS) ? metrics : [...metrics, { use: COUNTS, params: {} }]
}

/**
 * Returns the columns with negative values that have none in the original, as `newNegatives` counts them in memory.
 *
 * @param measured - Values of the metrics, with those of `withNegatives`.
 */
export function negativesMeasured(measured: readonly Measured[]): NewNegatives[] {
  const table = measured.find(({ metric }) => metric.id === COUNTS)?.measurement.tables?.get('columns')
  const names = table?.column('column')
  const counts = table?.column('negative values')
  if (names?.kind !== 'categorical' || counts?.kind !== 'numeric') return []
  return Array.from(counts.values, (values, row) => ({ column: names.levels[names.codes[row]], values })).filter(
    ({ values }) => values > 0,
  )
}
