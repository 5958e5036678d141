import type { TimeKind } from './iso-times.js'

/** Range of a numeric column, from a schema, for methods that make new values. */
export interface ValueBounds {
  /** The least; −Infinity where nothing is said. */
  readonly min: number
  /** The greatest; Infinity where nothing is said. */
  readonly max: number
  /** True if the values are whole numbers. */
  readonly integer: boolean
  /** Set for dates and times, whose masked values are whole units. */
  readonly time?: TimeBounds | undefined
}

/** Dates and times that a column can have. */
export interface TimeBounds {
  readonly kind: TimeKind
  /** Smallest unit that its form writes. */
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
}
