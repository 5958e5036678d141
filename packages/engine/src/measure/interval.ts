import type { Interval, Measurement, Metric } from '@sdc/core'
import { mean } from '@sdc/stats'
import { binomialInterval } from '@sdc/stats/distributions'
import { meanInterval } from '@sdc/toolkit'

/**
 * Tests whether the values of a metric have an interval: one of its own, or that of a share of records.
 *
 * @param metric - The metric.
 * @returns False if a limit on an end of it (`ID:upper`) would only limit the value.
 */
export function hasInterval({ share, exact = false, ownInterval = false }: Metric): boolean {
  return ownInterval || (share === 'records' && !exact)
}

/**
 * Computes the 95 % interval of a value: the metric's own, or for a share of records one computed here, in the same way
 * for all metrics.
 *
 * It measures the dependence on the people in the file: the variation of the value over files of other people of the
 * same kind. If every record has a share of its own (a chance, a credit) whose mean is the value, it is the
 * jackknife's, ± t·s/√m. If records are hits or misses, or all equal, it is Clopper and Pearson's, by `used` records. A
 * share of cells has none: the cells of one record are dependent, and Clopper and Pearson's interval by records would
 * always cover.
 *
 * @param metric - The metric.
 * @param measurement - Its measurement.
 * @returns The interval; undefined if the value is not a share, describes this file exactly, or is missing.
 */
export function intervalOf(metric: Metric, measurement: Measurement): Interval | undefined {
  const { value, interval, used, records } = measurement
  if (interval !== undefined || value === null || metric.share !== 'records' || metric.exact) return interval
  if (!(used >= 1 && value >= 0 && value <= 100)) return undefined
  const shares = records && ownShares(records, value)
  if (shares) {
    const [low, high] = meanInterval(shares)
    return { low: Math.max(0, 100 * low), high: Math.min(100, 100 * high), by: 'jackknife' }
  }
  const [low, high] = binomialInterval((used * value) / 100, used)
  return { low: Math.min(100 * low, value), high: Math.max(100 * high, value), by: 'binomial' }
}

/** Shares of the records, if the value is their mean, and if they are neither all hits and misses nor all equal. */
function ownShares(records: Float64Array, value: number): Float64Array | undefined {
  const present = records.filter((one) => !Number.isNaN(one))
  if (present.length < 2 || present.some((one) => !(one >= 0 && one <= 1))) return undefined
  if (Math.abs(100 * mean(present) - value) > 1e-9 * Math.max(1, value)) return undefined
  const isPlain = present.every((one) => one === 0 || one === 1) || present.every((one) => one === present[0])
  return isPlain ? undefined : present
}

/**
 * Worse end of a value's interval: the upper end, or the lower one if higher is better; the value itself without an
 * interval.
 *
 * @param metric - The metric.
 * @param measurement - Its measurement.
 * @returns The end, in the metric's unit; null without a value.
 */
export function worseEnd({ better }: Pick<Metric, 'better'>, measurement: Measurement): number | null {
  const { value, interval } = measurement
  if (value === null || interval === undefined) return value
  return better === 'higher' ? interval.low : interval.high
}

/**
 * Error of a value by the draws of its metric. It is 1.96 standard errors for a metric that draws a sample of the
 * records, and the distance to the worse end of an interval over replicates for one that starts from random partitions.
 * It is 0 for an exact value: other intervals describe the variation over files of other people, which is not an error
 * of this file.
 *
 * @param metric - The metric.
 * @param measurement - Its measurement.
 * @returns Half width of a 95 % interval, in the metric's unit; 0 without a value.
 */
export function errorOf(metric: Pick<Metric, 'better'>, measurement: Measurement): number {
  const { value, sample, interval } = measurement
  if (value === null) return 0
  const drawn = sample && sample.drawn < sample.of ? 1.96 * sample.standardError : 0
  const started =
    interval?.by === 'replicates' || interval?.by === 'range'
      ? Math.abs((worseEnd(metric, measurement) ?? value) - value)
      : 0
  return Math.max(drawn, started)
}
