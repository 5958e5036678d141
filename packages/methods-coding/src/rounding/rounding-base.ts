import { standardDeviation } from '@sdc/stats'
import { squarablePower, timesPower } from '@sdc/stats/internal'

/**
 * Returns the base that leaves d significant digits of a column's standard deviation s: 10^(⌊log₁₀ s⌋ + 1 − d).
 *
 * With d = 1 it is between s/10 and s: rounding errors have at most 1/12 of the column's variance. s has divisor n − 1
 * and is rounded to 12 digits, so that the order of the records has no effect if s is a power of ten. Multiplying the
 * column by a power of ten multiplies the base by it. Cost: O(n).
 *
 * @param values - n values, NaN if missing.
 * @param significantDigits - d, at least 1.
 * @returns The base, in the unit of the column; NaN if the present values have no variation.
 */
export function baseFromSpread(values: Float64Array, significantDigits: number): number {
  return baseOfSpread(spreadOf(values), significantDigits)
}

/**
 * The same for a known standard deviation.
 *
 * @param spread - s, in the unit of the column.
 * @param significantDigits - d, at least 1.
 * @returns 10^(⌊log₁₀ s⌋ + 1 − d), in the unit of the column; NaN if s is not above 0.
 */
export function baseOfSpread(spread: number, significantDigits: number): number {
  if (!(spread > 0)) return Number.NaN
  const exponent = Number(spread.toExponential(11).split('e')[1])
  return Math.max(Number(`1e${exponent + 1 - significantDigits}`), Number.MIN_VALUE)
}

/** The standard deviation, also if its square is not a double. */
function spreadOf(values: Float64Array): number {
  const power = squarablePower(values)
  const scaled = Float64Array.of(standardDeviation(timesPower(values, power)))
  return timesPower(scaled, -power)[0]
}
