import { multiplesOf } from '@sdc/stats'

/**
 * A double has about 17 digits: powers of ten finer than this below the greatest one do not distinguish two numbers.
 */
const DIGITS = 18

/**
 * Returns the number in (low, high] with the fewest digits. It is a multiple of the greatest power of ten that has a
 * multiple there, and of several such multiples the one nearest to `target`. 0 is the roundest of all numbers.
 *
 * A break between classes that is the value of a person would disclose it; a break such as 23.73184 suggests a
 * precision that no class has.
 *
 * @param low - The lower end, which is excluded; finite.
 * @param high - The upper end, which is included; finite, above `low`.
 * @param target - The number that the result should be near to.
 * @returns A number in (low, high].
 */
export function roundestNumber(low: number, high: number, target: number): number {
  if (low < 0 && high >= 0) return 0
  const isInside = (value: number): boolean => value > low && value <= high
  const greatest = exponentOf(Math.max(Math.abs(low), Math.abs(high))) + 1
  for (let exponent = greatest; exponent > greatest - DIGITS; exponent--) {
    const power = Number(`1e${exponent}`)
    if (!(power > 0) || power === Infinity) continue
    const grid = multiplesOf(power)
    const found = [grid.nearest(target), grid.below(high), grid.above(low)].find(isInside)
    if (found !== undefined) return found
  }
  return high
}

/** ⌊log₁₀ v⌋ of v > 0, from its decimal form. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1])
}
