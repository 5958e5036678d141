import { log2, powerOfTwo } from '../mathematics/index.js'

/** Exponent beyond which squares and their sums come near the limits of a double. */
const SQUARABLE = 400

/**
 * Returns v·2^power, exact unless the result is subnormal. It multiplies in two steps, since 2^1074 is not a double.
 *
 * @param values - n values.
 * @param power - Whole number from −2000 to 2000.
 * @param into - Array for the result, which may be the values themselves; default a new array.
 * @returns n values; the given array if power is 0.
 */
export function timesPower(values: Float64Array, power: number, into?: Float64Array): Float64Array {
  if (power === 0) return values
  const half = Math.trunc(power / 2)
  const [first, second] = [powerOfTwo(half), powerOfTwo(power - half)]
  const scaled = into ?? new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) scaled[i] = values[i] * first * second
  return scaled
}

/**
 * Returns the power of two by which values are to be multiplied before they are squared. It is 0 unless their squares
 * would vanish or overflow, as those of 1e-200 and 1e200 do.
 *
 * @param columns - Any number of columns in one unit, NaN if missing.
 * @returns The power that brings the largest absolute value to about 1, or 0.
 */
export function squarablePower(...columns: readonly Float64Array[]): number {
  let most = 0
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const size = Math.abs(column[i])
      if (size > most && size < Infinity) most = size
    }
  }
  return squarablePowerOf(most)
}

/**
 * Returns the same for the largest finite absolute value.
 *
 * @param most - max |x|, finite.
 * @returns The exponent; 0 if the squares are doubles that lose no digit, or there is nothing to square.
 */
export function squarablePowerOf(most: number): number {
  if (most === 0) return 0
  const exponent = Math.floor(log2(most))
  return Math.abs(exponent) <= SQUARABLE ? 0 : -exponent
}

/** Returns values in a unit in which their squares are doubles, for results without a unit. */
export function squarable(values: Float64Array): Float64Array {
  return timesPower(values, squarablePower(values))
}
