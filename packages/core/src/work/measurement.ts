import type { Dataset } from '../columns/dataset.js'

/** Interval that contains a value with 95 % confidence. */
export interface Interval {
  readonly low: number
  readonly high: number
  /**
   * Method of computation, which tells the source of chance that the interval covers. `range`: the least and the
   * greatest value over random starts, without a confidence level.
   */
  readonly by: 'binomial' | 'jackknife' | 'replicates' | 'range'
}

/** Random sample that a metric drew instead of using all records. */
export interface Sample {
  /** Number of records sampled from. */
  readonly of: number
  /** Number of records drawn. */
  readonly drawn: number
  /** The standard error of the value for not having looked at the others, in the value's unit. */
  readonly standardError: number
}

/** A measured number: never an invented one. */
export interface Measurement {
  /** null where it cannot be computed; then `reason` says why. */
  readonly value: number | null
  readonly reason?: string
  /** Number of pairs of records (or cells, as the card says) behind the value. */
  readonly used: number
  /**
   * Value expected of a masked file that knows nothing of these people: of people of a control file, or of independent
   * columns. It takes the place of independent data that the engine measures.
   */
  readonly independent?: number
  /** Units of a share, if they are not records. */
  readonly unit?: 'persons' | undefined
  /**
   * Interval that cannot be computed from the value alone; the engine computes that of a share of records or cells
   * (`share`).
   */
  readonly interval?: Interval
  /** Value from which the risk is high in these files, if a test decides it. */
  readonly high?: number
  /** Value from which the risk is at least fair in these files, if a test decides it. */
  readonly fair?: number
  /** Random sample of the records, if the value is based on one. */
  readonly sample?: Sample
  readonly columns?: ReadonlyMap<string, number | null>
  /** One number a record, NaN where there is none. */
  readonly records?: Float64Array
  /** Several numbers a record, named; a column `why` says in words why a record is at risk. */
  readonly recordColumns?: Dataset
  readonly tables?: ReadonlyMap<string, Dataset>
  /** Warnings for readers of the value about these files: sentences without a full stop. */
  readonly warnings?: readonly string[]
}
