/** Step as whole/scale, both exact: 0.05 is 5/100, 2⁻²⁰ is 1/2²⁰. */
export interface ValueStep {
  readonly whole: number
  readonly scale: number
}

/** 2⁵²: from there a double is a whole number. */
const WHOLE_FROM = 2 ** 52

/** Doubles from 2⁵² to 2⁵³ are the whole numbers: a sum with 1.5·2⁵² is rounded to one, halves to the even one, up to this size. */
const WHOLE_SUMS = 1.5 * 2 ** 52
const SUMS_TO_WHOLE = 2 ** 51

/**
 * Rounds values to multiples of a step, halves to the even multiple: symmetric about 0, monotone, multiples unchanged.
 *
 * y_i = step · round(x_i/step), as the double nearest to that decimal; never −0. A value of 2⁵² steps or more stays
 * unchanged: its own last bit is as large as the step. Missing values (NaN) stay missing. Cost: O(n), a few divisions
 * per value.
 *
 * @param values - Values to round; they are not changed.
 * @param step - Step of the results.
 * @returns As many values, each within half a step of the original.
 */
export function roundToStep(values: Float64Array, step: ValueStep): Float64Array {
  const rounded = new Float64Array(values.length)
  if (step.whole !== 1) {
    for (let i = 0; i < values.length; i++) rounded[i] = nearestMultiple(values[i], step)
    return rounded
  }
  const { scale } = step
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    const steps = value * scale
    if (Math.abs(steps) < SUMS_TO_WHOLE) {
      const multiple = (steps + WHOLE_SUMS - WHOLE_SUMS) / scale
      rounded[i] = Math.abs(multiple) < Infinity ? multiple + 0 : value
    } else rounded[i] = nearestMultiple(value, step)
  }
  return rounded
}

/**
 * Rounds one value as `roundToStep` does.
 *
 * @param value - Value to round.
 * @param step - Step of the result.
 * @returns The nearest multiple of the step.
 */
export function nearestMultiple(value: number, { whole, scale }: ValueStep): number {
  const steps = (value * scale) / whole
  if (!(Math.abs(steps) < WHOLE_FROM)) return value
  let nearest = Math.round(steps)
  if (nearest - steps === 0.5 && nearest % 2 !== 0) nearest--
  const multiple = (nearest * whole) / scale
  return Math.abs(multiple) < Infinity ? multiple + 0 : value
}
