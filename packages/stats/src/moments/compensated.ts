/**
 * Returns the rounding error of adding a value to a sum.
 *
 * @param sum - Sum before.
 * @param value - Added value.
 * @param next - Sum after, rounded.
 * @returns Sum + value − next, exactly.
 *
 * Source: Neumaier 1974.
 */
export function lostBy(sum: number, value: number, next: number): number {
  return Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
}

/**
 * Corrects a sum by its rounding errors.
 *
 * @param sum - Sum.
 * @param lost - Sum of the results of `lostBy`.
 * @returns Both added; the sum itself if it is infinite, since its rounding error is then NaN.
 */
export function withLost(sum: number, lost: number): number {
  return Number.isFinite(lost) ? sum + lost : sum
}
