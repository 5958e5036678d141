/** By class, how often each value occurs: of class c the entries from starts[c] to starts[c + 1]. */
export interface Histogram {
  readonly starts: Int32Array
  readonly values: Int32Array
  /** Whole numbers; where records are weighed by persons, sums of shares. */
  readonly counts: Int32Array | Float64Array
  /** How many values there can be. */
  readonly size: number
}

/** A statement of one class: the entries of a histogram from `from` to `to`, of `total` records. */
export type ClassTest = (histogram: Histogram, from: number, to: number, total: number) => boolean

/** A number of one class. */
export type ClassNumber = (histogram: Histogram, from: number, to: number, total: number) => number

/** A condition of a class, and what it leaves of one that fails it. */
export interface Tests {
  readonly holds: ClassTest
  /**
   * However the class is divided, the parts that hold have no more records together than this; all of them where the
   * class itself holds. Conditions that are kept by merging hold of these parts merged, so that it is the size of the
   * greatest part of the class, whatever its values, that holds.
   */
  readonly keeps: ClassNumber
}

/**
 * The greatest whole number from 0 to `most` of which something holds that holds of all lower ones.
 *
 * @param most - The greatest to be asked.
 * @param holds - Is not asked of 0.
 * @returns 0 where it holds of none above.
 */
export function greatest(most: number, holds: (n: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
