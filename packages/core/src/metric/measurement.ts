import type { Dataset } from '../columns/dataset.js'

/** Where a value lies with a confidence of 95 %. */
export interface Interval {
  readonly low: number
  readonly high: number
  /**
   * What it was computed by; it says which chance it covers. `range`: the least and the greatest value over random starts,
   * with no confidence.
   */
  readonly by: 'binomial' | 'jackknife' | 'replicates' | 'range'
}

/** What a metric drew where it did not look at all records. */
export interface Sample {
  /** How many there are. */
  readonly of: number
  /** How many were drawn. */
  readonly drawn: number
  /** The standard error of the value for not having looked at the others, in the value's unit. */
  readonly standardError: number
}

/** A measured number: never an invented one. */
export interface Measurement {
  /** null where it cannot be computed; then `reason` says why. */
  readonly value: number | null
  readonly reason?: string
  /** How many pairs of records (or cells, as the card says) the value rests on. */
  readonly used: number
  /** What a share is of, where these are not records. */
  readonly unit?: 'persons' | undefined
  /** Where whoever measures cannot compute it from the value: of a share of records or cells the engine does (`share`). */
  readonly interval?: Interval
  /** Where the value rests on a random sample of the records. */
  readonly sample?: Sample
  readonly columns?: ReadonlyMap<string, number | null>
  /** One number a record, NaN where there is none. */
  readonly records?: Float64Array
  /** Several numbers a record, named; a column `why` says in words why a record is at risk. */
  readonly recordColumns?: Dataset
  readonly tables?: ReadonlyMap<string, Dataset>
  /** What whoever reads the value must know of these files: a sentence each, without a full stop. */
  readonly warnings?: readonly string[]
}
