/**
 * What the numbers are like: `artificial` microdata (correlated columns of many scales), or independent columns of one
 * distribution; `log-normal` ones are the exponentials of the `normal` ones. `census`: the first records and columns of the
 * public file, 1,080 × 13 at the most.
 */
export type DataShape = 'artificial' | 'census' | IndependentShape | NastyShape

export type IndependentShape = 'uniform' | 'normal' | 'log-normal'

/**
 * What every office has and few algorithms are written for: nine in ten values zero; integers from 0 to 9; twenty values of
 * 10¹² a column; every record a thousand times; every column in order; eight of thirteen columns constant. And what they are
 * held against: `amounts`, independent normal columns with a mean of ten standard deviations, which the others differ from by
 * nothing else.
 */
export type NastyShape = 'amounts' | 'zeros' | 'digits' | 'outliers' | 'duplicates' | 'sorted' | 'constants'

/** What masks the file that a metric measures; `constant column`: noise, and then one column has one value in all records. */
export type Masking = 'noise' | 'rank swapping' | 'constant column'

/** What an operation should take at most. */
export interface Goal {
  readonly sorts: number
  /** Greatest resident memory, program and data included. */
  readonly bytes?: number
}

/** One thing to time: a registered method or metric, or a kernel of `@sdc/stats`, at one size. */
export interface Operation {
  readonly kind: 'method' | 'metric' | 'kernel'
  readonly id: string
  readonly data: DataShape
  /** Records. */
  readonly n: number
  /** Columns. */
  readonly d: number
  /** Parameters other than the defaults. */
  readonly params: Readonly<Record<string, unknown>>
  /** Of the file that a metric measures; `noise` where it is left out. */
  readonly masking?: Masking
  /** Without the metrics that its parameters name: the time is that of the method alone. */
  readonly alone?: boolean
  readonly goal?: Goal
}

/** What one process measured. */
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
  /** The method or metric says that it cannot do this. */
  | { readonly status: 'refused'; readonly why: string }
  | { readonly status: 'not run'; readonly why: string }
  /** A bug. */
  | { readonly status: 'failed'; readonly why: string }

export interface SpeedRow {
  readonly operation: Operation
  readonly outcome: Outcome
  /** Seconds of one sort just before and after it; null where it was not run. */
  readonly sort: number | null
}

/** How long things may take. */
export interface Limits {
  /** Seconds per row, warm-up included, preparation of the data not. */
  readonly row: number
  /** Seconds for the whole run: no row begins later. */
  readonly total: number
  /** Rows of different operations at the same time: 1 where the times are to be believed. */
  readonly parallel: number
}

/** An operation with its parameters: `microaggregation/mdav, k = 5`. */
export function titleOf({ id, params }: Pick<Operation, 'id' | 'params'>): string {
  const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return [id, ...Object.entries(params).map(([name, value]) => `${name} = ${text(value)}`)].join(', ')
}

/** Equal for operations that differ in their number of records only: those that a growth is computed from. */
export function seriesKey(operation: Pick<Operation, 'kind' | 'id' | 'params' | 'data' | 'd'>): string {
  return `${operation.kind} ${titleOf(operation)} ${operation.data} ${operation.d}`
}
