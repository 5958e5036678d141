import type { ValueStep } from './value-step.js'

/**
 * Distance of the fine step below a standard deviation, in bits: 2⁻³² of it moves a mean or a covariance by less than
 * 1e-9.
 */
const BITS_BELOW_SD = 32

/**
 * Distance of the fine step above the last bit of the largest value: noise of up to 2⁸ times that value has its last
 * bit below the step.
 */
const BITS_ABOVE_LAST = 8

/** The same for values with the spread of the column: sixteen times its largest value is beyond all of them. */
const BITS_OF_SAME_SPREAD = 4

/**
 * Returns a power of two that is small relative to the spread of a column and large relative to the last bits of its
 * values. It is the larger of 2⁻³² of the standard deviation and 2⁸ units in the last place of the largest value, each
 * rounded to its binary digit. The factor is 2⁴ instead of 2⁸ if the values to be rounded have the spread of the
 * column.
 *
 * Rounded to this step, a sum fl(x + e) discloses nothing of the last bits that its rounding depends on.
 *
 * @param sd - Standard deviation of the column; if it is 0, NaN or infinite, only the largest value counts.
 * @param largest - Its largest absolute value.
 * @param sameSpread - True if the values to be rounded have the column's mean and standard deviation.
 * @returns The step; null if both are so small that doubles have no such step (below 2⁻⁹⁷⁸).
 */
export function fineStep(sd: number, largest: number, sameSpread = false): ValueStep | null {
  const spread = sd > 0 && sd < Infinity ? binaryExponent(sd) : -Infinity
  const above = sameSpread ? BITS_OF_SAME_SPREAD : BITS_ABOVE_LAST
  const exponent = Math.max(spread - BITS_BELOW_SD, binaryExponent(largest) - 52 + above)
  if (exponent < -1022) return null
  // 2^±1022 are doubles, and so are their reciprocals.
  return exponent < 0 ? { whole: 1, scale: exactPower(-exponent) } : { whole: exactPower(exponent), scale: 1 }
}

/** Returns ⌊log₂ v⌋ of v > 0 from the exponent field; −1023 for 0 and numbers below 2⁻¹⁰²². */
function binaryExponent(value: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return ((view.getUint32(0) >>> 20) & 0x7ff) - 1023
}

function exactPower(exponent: number): number {
  let power = 1
  for (let k = 0; k < exponent; k++) power *= 2
  return power
}
