import type { Interval } from '@sdc/core'
import { mean, standardDeviation } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'

/** Probability on either side of a 95 % interval. */
const TAIL = 0.025

/**
 * Computes the 95 % confidence interval of the mean: mean ± t·s/√m, with Student's t of m − 1 degrees of freedom. For a
 * mean over records it equals the jackknife's interval.
 *
 * @param values - Two or more.
 * @returns The lower and the upper end, in the unit of the values.
 */
export function meanInterval(values: Float64Array): readonly [low: number, high: number] {
  const m = values.length
  const half = studentQuantile(1 - TAIL, m - 1) * (standardDeviation(values) / Math.sqrt(m))
  const centre = mean(values)
  return [centre - half, centre + half]
}

/**
 * Returns the interval of a mean over replicates, or over the files of one run. It covers the chance in masking or
 * measuring, not the sampling of the records.
 *
 * @param values - The value in each; fewer than two have no interval.
 * @param range - The least and the greatest value of the metric.
 * @returns The interval, within the range.
 */
export function replicateInterval(
  values: Float64Array,
  [least, most]: readonly [least: number, most: number],
): Interval | undefined {
  if (values.length < 2) return undefined
  const [low, high] = meanInterval(values)
  return { low: Math.max(least, low), high: Math.min(most, high), by: 'replicates' }
}
