/** An interval, the least end first. */
export type Interval = readonly [number, number]

/**
 * Rounding of sums, of the vectors and of whoever computes the truth: a few units in the last of 53 bits a term. This is a
 * thousand times as much, and nothing beside the widths of intervals.
 */
const SLACK = 2 ** -40

/**
 * An interval made wider by what rounding may have cost.
 *
 * @param low - its lower end as computed
 * @param high - its upper end as computed
 * @param size - the sum of the sizes of the terms that both are made of
 * @returns the wider interval
 */
export function outward(low: number, high: number, size: number): Interval {
  return [low - SLACK * size, high + SLACK * size]
}
