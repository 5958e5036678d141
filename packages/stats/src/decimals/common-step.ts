import { largestSize } from '../moments/moments.js'
import type { ValueStep } from './value-step.js'

/** Largest value in steps: a value has 53 bits, so a step of 2⁻⁴⁵ of the largest leaves 8 of them below it. */
const LARGEST_IN_STEPS = 2 ** 45

/**
 * Number of different values that suffices: ten random whole numbers have a common divisor by chance once in 2¹⁰ files,
 * fewer ones often.
 */
const ENOUGH_VALUES = 10

/**
 * Returns the common step of the values of a column: the largest number that has all of them as multiples, as decimals.
 *
 * Let d be the least number of decimals with which every value can be written. The step is g·10^−d, with g the greatest
 * common divisor of the values in units of 10^−d. With fewer than ten different values besides 0 it is 10^−d, as their
 * divisor may be chance. Amounts in cents have .01, ages by fives 5. The step is null if the values have too many
 * digits: the largest is 2⁴⁵ (3.5e13) units of 10^−d or more. Missing values (NaN) are ignored. Cost: two passes; the
 * first ends at the first value with 17 digits.
 *
 * @param values - Values of a column, none of them infinite.
 * @returns The step; null if they share none that is coarse enough; 1 if all values are 0.
 */
export function commonStep(values: Float64Array): ValueStep | null {
  const scale = commonScale(values)
  if (scale === null) return null
  const whole = divisor(values, scale)
  return { whole: whole > 1 && distinctValues(values).size === ENOUGH_VALUES ? whole : 1, scale }
}

/** Returns 10^d, with d the least number of decimals of the values; null if the largest is too many units of 10^−d. */
function commonScale(values: Float64Array): number | null {
  let scale = 1
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i])
    if (size !== size) continue
    if (size > largest) largest = size
    // A decimal of d digits is m/10^d, correctly rounded: powers of ten to 10²² are doubles.
    while (Math.round(size * scale) / scale !== size) {
      scale *= 10
      if (!(largest * scale < LARGEST_IN_STEPS) || scale > 1e22) return null
    }
  }
  return largest * scale < LARGEST_IN_STEPS ? scale : null
}

/** Contribution of one block of records to the common step of a column. */
export interface StepTotals {
  /** 10^d, with d the least number of decimals; 0 if there is no such step. */
  readonly scale: number
  /** Largest absolute value. */
  readonly largest: number
  /** Greatest common divisor in units of 10^−d; 0 if all values are 0. */
  readonly divisor: number
  /** Different values besides 0, as many as are needed to distinguish a divisor from chance. */
  readonly values: readonly number[]
}

/**
 * Computes the step totals of one block. `mergedSteps` and `stepOfTotals` make of all blocks the result of `commonStep`
 * for the whole column.
 *
 * @param values - Values of the block, NaN if missing.
 * @param largest - Their largest absolute value, if known.
 * @returns Step totals of the block.
 */
export function stepTotals(values: Float64Array, largest: number = largestSize(values)): StepTotals {
  const scale = commonScale(values)
  const seen = distinctValues(values)
  return {
    scale: scale ?? 0,
    largest,
    divisor: scale === null ? 0 : divisor(values, scale),
    values: [...seen],
  }
}

/**
 * Merges the totals of the blocks so far with those of the next one.
 *
 * @param total - Totals of the blocks so far.
 * @param own - Totals of the next block.
 * @returns The finer scale of the two, the greatest common divisor in its units, and the different values of both.
 */
export function mergedSteps(total: StepTotals, own: StepTotals): StepTotals {
  const none = total.scale === 0 || own.scale === 0
  const scale = none ? 0 : Math.max(total.scale, own.scale)
  return {
    scale,
    largest: Math.max(total.largest, own.largest),
    divisor: none ? 0 : commonDivisor(total.divisor * (scale / total.scale), own.divisor * (scale / own.scale)),
    values: [...new Set([...total.values, ...own.values])].slice(0, ENOUGH_VALUES),
  }
}

/**
 * Returns the common step of all blocks.
 *
 * @param total - Totals of all blocks.
 * @returns The step; null if the values share none that is coarse enough.
 */
export function stepOfTotals({ scale, largest, divisor: whole, values }: StepTotals): ValueStep | null {
  if (scale === 0 || !(largest * scale < LARGEST_IN_STEPS)) return null
  return { whole: whole > 1 && values.length >= ENOUGH_VALUES ? whole : 1, scale }
}

/** Returns the greatest common divisor of the values in units of 1/scale; 0 if all are 0. */
function divisor(values: Float64Array, scale: number): number {
  let common = 0
  for (let i = 0; i < values.length && common !== 1; i++) {
    const units = Math.round(Math.abs(values[i]) * scale)
    // Fewer than 2⁴⁵ units: a quotient is rounded to a whole number only if it is one. A remainder takes many times as
    // long.
    const times = units / common
    if (units === units && (common === 0 || times !== Math.floor(times))) common = commonDivisor(common, units)
  }
  return common
}

function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

/** Returns different values besides 0: enough of them, or all. */
function distinctValues(values: Float64Array): Set<number> {
  const seen = new Set<number>()
  for (let i = 0; i < values.length && seen.size < ENOUGH_VALUES; i++) {
    if (values[i] !== 0 && values[i] === values[i]) seen.add(values[i])
  }
  return seen
}
