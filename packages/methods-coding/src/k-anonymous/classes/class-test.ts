/** Number of times that each value occurs in each class: class c has the entries from starts[c] to starts[c + 1]. */
export interface Histogram {
  readonly starts: Int32Array
  readonly values: Int32Array
  /** Whole numbers; sums of shares if records are weighted by persons. */
  readonly counts: Int32Array | Float64Array
  /** Number of possible values. */
  readonly size: number
}

/** Condition on one class: the entries of a histogram from `from` to `to`, of `total` records. */
export type ClassTest = (histogram: Histogram, from: number, to: number, total: number) => boolean

/** Number computed from one class. */
export type ClassNumber = (histogram: Histogram, from: number, to: number, total: number) => number

/** Condition on a class, and a bound on the records that its parts can keep. */
export interface Tests {
  readonly holds: ClassTest
  /**
   * Largest number of records that disjoint parts of the class can have together if each part satisfies the condition;
   * all records if the class itself satisfies it. For a condition that merging keeps, it is the size of the largest
   * part that satisfies it.
   */
  readonly keeps: ClassNumber
}

/**
 * Returns the greatest whole number from 0 to `most` that satisfies a monotone condition: if n satisfies it, so do all
 * lower numbers.
 *
 * @param most - The greatest number to try.
 * @param holds - The condition; not called for 0.
 * @returns 0 if no number above satisfies it.
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
