/** Interval: lower end, upper end. */
export type Interval = readonly [number, number]

/**
 * Relative rounding error of sums, of the vectors and of the true answer. It is a few units in the last of 53 bits per
 * term. This is a thousand times as much, and negligible compared with the widths of intervals.
 */
const SLACK = 2 ** -40

/**
 * Widens an interval by its possible rounding error.
 *
 * @param low - Lower end as computed.
 * @param high - Upper end as computed.
 * @param size - Sum of the sizes of the terms of both ends.
 * @returns The wider interval.
 */
export function outward(low: number, high: number, size: number): Interval {
  return [low - SLACK * size, high + SLACK * size]
}
