import { mean, median, sortedValues } from '@sdc/stats'
import { percentOf } from '@sdc/stats/internal'

/** Thresholds of the tails, which contain values below `bottom` and above `top`; −∞ and ∞ for no tail. */
export interface Thresholds {
  readonly bottom: number
  readonly top: number
}

/** Replacement of a value in a tail: the threshold, or the mean or median of all values in its tail. */
export type TailReplacement = 'threshold' | 'tail-mean' | 'tail-median'

export interface CodedTails {
  readonly values: Float64Array
  /** Number of values below the bottom threshold. */
  readonly below: number
  /** Number of values above the top threshold. */
  readonly above: number
}

/**
 * Returns thresholds that leave at most these percents of the m present values beyond them, fewer with ties:
 * x_(⌊p·m/100⌋ + 1) from the bottom, and from the top. Both are values of the column.
 *
 * Cost: O(n log n).
 *
 * @param values - n values, NaN if missing; at least one is present.
 * @param bottomPercent - Largest share below the bottom threshold, in percent.
 * @param topPercent - Largest share above the top threshold, in percent.
 * @returns Both thresholds, in the unit of the column; −∞ or ∞ for a side with 0 %.
 */
export function percentThresholds(values: Float64Array, bottomPercent: number, topPercent: number): Thresholds {
  const sorted = sortedValues(values)
  const { bottom, top } = thresholdRanks(sorted.length, bottomPercent, topPercent)
  return {
    bottom: bottom === undefined ? -Infinity : sorted[bottom],
    top: top === undefined ? Infinity : sorted[top],
  }
}

/**
 * Returns the ranks (from 0) of the values that are these thresholds; undefined for a side with 0 %.
 *
 * @param count - m, the number of present values, at least 1.
 * @param bottomPercent - 0 to 100.
 * @param topPercent - 0 to 100.
 * @returns ⌊p·m/100⌋ from the bottom, and as many from the top.
 */
export function thresholdRanks(
  count: number,
  bottomPercent: number,
  topPercent: number,
): { readonly bottom: number | undefined; readonly top: number | undefined } {
  const last = count - 1
  const inTail = (percent: number): number => Math.min(last, percentOf(percent, count))
  return {
    bottom: bottomPercent > 0 ? inTail(bottomPercent) : undefined,
    top: topPercent > 0 ? last - inTail(topPercent) : undefined,
  }
}

/**
 * Replaces the values of the tails: y = x between the thresholds, both included; otherwise y is the replacement of the
 * tail. Missing values (NaN) stay missing.
 *
 * Keeps: order, x ≤ x' ⇒ y ≤ y'; with tail means the mean of the column; with thresholds a second coding changes
 * nothing. The caller makes sure that bottom ≤ top. Cost: O(n), and sorting the tails for means and medians. Source:
 * Torra 2013, top and bottom coding.
 *
 * @param values - n values of a column.
 * @param replacement - Replacement of the values of a tail.
 * @returns The column, and the number of values in each tail.
 */
export function codeTails(
  values: Float64Array,
  { bottom, top }: Thresholds,
  replacement: TailReplacement = 'threshold',
): CodedTails {
  const lower = values.filter((value) => value < bottom)
  const upper = values.filter((value) => value > top)
  const low = replacementOf(lower, bottom, replacement)
  const high = replacementOf(upper, top, replacement)
  return { values: replaceTails(values, { bottom, top, low, high }), below: lower.length, above: upper.length }
}

/** Thresholds, and the values that replace the tails. */
export interface TailValues extends Thresholds {
  readonly low: number
  readonly high: number
}

/**
 * Replaces the tails of a column by known values.
 *
 * @param values - n values of a column, or of a block of it.
 * @param tails - Thresholds and replacements.
 * @returns n values.
 */
export function replaceTails(values: Float64Array, { bottom, top, low, high }: TailValues): Float64Array {
  return values.map((value) => (value < bottom ? low : value > top ? high : value))
}

/**
 * Computes the replacement of the values of a tail.
 *
 * @param tail - Its values, in any order; for a mean they are sorted in place.
 * @param threshold - Its threshold.
 * @param replacement - Kind of replacement.
 * @returns The threshold, or the mean or median of the tail (NaN of an empty one), in the unit of the column.
 */
export function replacementOf(tail: Float64Array, threshold: number, replacement: TailReplacement): number {
  switch (replacement) {
    case 'threshold':
      return threshold
    case 'tail-mean':
      // Summed in the order of size, so that the order of the records does not change even the last digit.
      return mean(tail.sort())
    case 'tail-median':
      return median(tail)
  }
}
