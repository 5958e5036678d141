import type { TimeKind } from '@sdc/core'

/** A column of numbers that takes part in the search for equations. */
export interface NumberColumn {
  readonly name: string
  readonly values: Float64Array
  /** Kind of dates and times: an equation computes the number of days between dates, not a date. */
  readonly time?: TimeKind | undefined
}

/** An equation that holds in (nearly) every record in which its columns have a value. */
export interface Equation {
  readonly columns: readonly string[]
  /** `PTOTVAL = PEARNVAL + POTHVAL`. */
  readonly text: string
  /** The same as a rule of a schema; undefined for products. */
  readonly rule: string | undefined
  /** Number of records in which it holds, and of all judged records. */
  readonly holds: number
  readonly of: number
  /** True if it holds only up to the rounding of the values. */
  readonly rounded: boolean
}

/** Result of the search for equations, with the columns left out. */
export interface EquationSearch {
  readonly equations: readonly Equation[]
  /** Columns that were not examined: beyond the greatest number, or missing too often together with the others. */
  readonly left: readonly string[]
}

/** A term of an equation: slope times column. */
export interface Term {
  readonly column: NumberColumn
  /** Index in the file, which orders the terms. */
  readonly place: number
  readonly slope: number
  /** Step of the column's values; 0 if they have too many digits. */
  readonly step: number
}

/** Number of records needed beyond the number of columns: with fewer, equations hold by chance. */
export const MARGIN = 20
