/**
 * Distribution of the numbers: `artificial` microdata (correlated columns of many scales), or independent columns of
 * one distribution; `log-normal` ones are the exponentials of the `normal` ones. `census`: the first records and
 * columns of the public file, at most 1,080 × 13.
 */
export type DataShape = 'artificial' | 'census' | IndependentShape | NastyShape

export type IndependentShape = 'uniform' | 'normal' | 'log-normal'

/**
 * Usual data that are difficult for many algorithms. In this order: nine in ten values zero; integers from 0 to 9;
 * twenty values of 10¹² a column; every record a thousand times; every column in order; eight of thirteen columns
 * constant. The comparison is `amounts`, independent normal columns with a mean of ten standard deviations, without any
 * of these properties.
 */
export type NastyShape = 'amounts' | 'zeros' | 'digits' | 'outliers' | 'duplicates' | 'sorted' | 'constants'

/**
 * Masking of the file that a metric measures; `constant column`: noise, and one column gets one value in all records.
 */
export type Masking = 'noise' | 'rank swapping' | 'constant column'

/** Limits for an operation. */
export interface Goal {
  readonly sorts: number
  /** Peak resident memory, program and data included. */
  readonly bytes?: number
}

/** An operation to be timed: a registered method or metric, or a kernel of `@sdc/stats`, at one size. */
export interface Operation {
  readonly kind: 'method' | 'metric' | 'kernel'
  readonly id: string
  readonly data: DataShape
  /** Number of records. */
  readonly n: number
  /** Number of columns. */
  readonly d: number
  /** Parameters that differ from the defaults. */
  readonly params: Readonly<Record<string, unknown>>
  /** Masking of the file that a metric measures; `noise` by default. */
  readonly masking?: Masking
  /** True to run without the metrics that its parameters name: the time is that of the method alone. */
  readonly alone?: boolean
  readonly goal?: Goal
}

/** Result of one process. */
export type Outcome =
  | {
      readonly status: 'measured'
      readonly seconds: number
      readonly runs: number
      readonly peakBytes: number
      readonly bytesBefore: number
    }
  /** Slower than the limit per row. */
  | { readonly status: 'cut off'; readonly limit: number }
  /** The method or metric refuses the data. */
  | { readonly status: 'refused'; readonly why: string }
  | { readonly status: 'not run'; readonly why: string }
  /** A bug. */
  | { readonly status: 'failed'; readonly why: string }

export interface SpeedRow {
  readonly operation: Operation
  readonly outcome: Outcome
  /** Seconds of one sort just before and after it; null if it was not run. */
  readonly sort: number | null
}

/** Time limits. */
export interface Limits {
  /** Seconds per row, warm-up included, preparation of the data not. */
  readonly row: number
  /** Seconds for the whole run: no row begins later. */
  readonly total: number
  /** Number of rows of different operations at the same time: 1 for accurate times. */
  readonly parallel: number
}

/** An operation with its parameters: `microaggregation/mdav, k = 5`. */
export function titleOf({ id, params }: Pick<Operation, 'id' | 'params'>): string {
  const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return [id, ...Object.entries(params).map(([name, value]) => `${name} = ${text(value)}`)].join(', ')
}

/** Key that is equal for operations that differ only in their number of records; growth is computed within it. */
export function seriesKey(operation: Pick<Operation, 'kind' | 'id' | 'params' | 'data' | 'd'>): string {
  return `${operation.kind} ${titleOf(operation)} ${operation.data} ${operation.d}`
}
