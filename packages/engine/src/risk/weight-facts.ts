import { numericValues, type Dataset } from '@sdc/core'
import { sum } from '@sdc/stats'

/** Sampling weights of a file. */
export interface WeightFacts {
  readonly column: string
  /** Number of population records that the weights add up to. */
  readonly sum: number
  /** Number of records with a weight below 1 (including 0), which no sample of persons has. */
  readonly belowOne: number
  readonly zero: number
}

/** Sums the sampling weights, and counts those that cannot be a number of persons. */
export function weightFacts(data: Dataset, column: string): WeightFacts {
  const values = numericValues(data, column)
  const count = (holds: (value: number) => boolean): number => values.reduce((n, one) => n + Number(holds(one)), 0)
  return { column, sum: sum(values), belowOne: count((one) => one < 1), zero: count((one) => one === 0) }
}
