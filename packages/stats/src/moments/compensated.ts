/**
 * Returns the rounding error of adding a value to a sum.
 *
 * @param sum - The sum before.
 * @param value - Added value.
 * @param next - The sum after it, rounded.
 * @returns Sum + value − next, exactly. Source: Neumaier 1974.
 */
export function lostBy(sum: number, value: number, next: number): number {
  return Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
}

/**
 * A sum with what its roundings lost.
 *
 * @param sum - The sum.
 * @param lost - The sum of `lostBy`.
 * @returns Both; the sum alone where it is infinite, and what was lost of it no number.
 */
export function withLost(sum: number, lost: number): number {
  return Number.isFinite(lost) ? sum + lost : sum
}
