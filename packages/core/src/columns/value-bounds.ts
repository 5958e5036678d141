/** Range of a numeric column, from a schema, for methods that make new values. */
export interface ValueBounds {
  /** The least; −Infinity where nothing is said. */
  readonly min: number
  /** The greatest; Infinity where nothing is said. */
  readonly max: number
  /** True if the values are whole numbers. */
  readonly integer: boolean
}
