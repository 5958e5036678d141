import { mean, standardDeviation } from '@sdc/stats'

/** Mean and spread of a value over replicates that differ only by their random draws. */
export interface Replicates {
  readonly mean: number
  /** Standard deviation with divisor R − 1; 0 for one replicate. */
  readonly sd: number
  readonly least: number
  readonly greatest: number
  /** sd/√R: standard error of the mean of R replicates. */
  readonly standardError: number
}

/**
 * Computes mean and spread of replicates.
 *
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
