/** What numbers a column can have: what a schema says, for those who make new ones. */
export interface ValueBounds {
  /** The least; −Infinity where nothing is said. */
  readonly min: number
  /** The greatest; Infinity where nothing is said. */
  readonly max: number
  /** Whether they are whole. */
  readonly integer: boolean
}
