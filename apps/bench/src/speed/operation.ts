/** One thing to time: a registered method or metric, or a kernel of `@sdc/stats`, at one size. */
export interface Operation {
  readonly kind: 'method' | 'metric' | 'kernel'
  readonly id: string
  /** Records. */
  readonly n: number
  /** Columns. */
  readonly d: number
  /** Parameters other than the defaults. */
  readonly params: Readonly<Record<string, unknown>>
  /** What it should take at most, in sorts. */
  readonly goal?: number
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
