/** By class, how often each value occurs: of class c the entries from starts[c] to starts[c + 1]. */
export interface Histogram {
  readonly starts: Int32Array
  readonly values: Int32Array
  readonly counts: Int32Array
  /** How many values there can be. */
  readonly size: number
}

/** A statement of one class: the entries of a histogram from `from` to `to`, of `total` records. */
export type ClassTest = (histogram: Histogram, from: number, to: number, total: number) => boolean

/** A condition of a class, and what follows from it. */
export interface Tests {
  readonly holds: ClassTest
  /**
   * Follows from `holds`, and stays true when the class is merged with any other: where it fails, every class within
   * fails the condition.
   */
  readonly necessary: ClassTest
}
