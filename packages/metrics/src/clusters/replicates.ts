import type { Interval } from '@sdc/core'
import { mean, standardDeviation } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'

/** Mean and spread of a value over replicates that differ by their draws alone. */
export interface Replicates {
  readonly mean: number
  /** With divisor R − 1; 0 for one replicate. */
  readonly sd: number
  readonly least: number
  readonly greatest: number
  /** sd/√R: how far the mean of R replicates is off by chance. */
  readonly standardError: number
}

/**
 * @param values - One of each replicate, at least one.
 * @returns Their mean and spread.
 */
export function overReplicates(values: Float64Array): Replicates {
  const sd = values.length > 1 ? standardDeviation(values) : 0
  return {
    mean: mean(values),
    sd,
    least: values.reduce((least, one) => Math.min(least, one)),
    greatest: values.reduce((greatest, one) => Math.max(greatest, one)),
    standardError: sd / Math.sqrt(values.length),
  }
}

/**
 * Where the mean over more and more replicates lies, with a confidence of 95 %: mean ± t·sd/√R, t of Student's distribution
 * with R − 1 degrees of freedom, cut to the range of the value.
 *
 * @param values - One of each replicate.
 * @param range - The least and the greatest value.
 * @returns The interval; undefined for one replicate, which says nothing of chance.
 */
export function replicateInterval(
  values: Float64Array,
  [least, most]: readonly [number, number],
): Interval | undefined {
  if (values.length < 2) return undefined
  const { mean: centre, standardError } = overReplicates(values)
  const half = studentQuantile(0.975, values.length - 1) * standardError
  return { low: Math.max(least, centre - half), high: Math.min(most, centre + half), by: 'replicates' }
}
