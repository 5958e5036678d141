import { exp, log } from '@sdc/stats'
import type { SearchParameter } from './search-space.js'

/**
 * The place of a value in the range of its parameter: 0 at the least, 1 at the most, along the parameter's scale.
 *
 * @param parameter - With least < most, both positive on a log scale.
 * @param value - Within the range or not.
 * @returns u with value = least + u·(most − least), or ln value = ln least + u·(ln most − ln least).
 */
export function toUnit({ least, most, scale }: SearchParameter, value: number): number {
  if (scale === 'linear') return (value - least) / (most - least)
  return (log(value) - log(least)) / (log(most) - log(least))
}

/**
 * The value at a place of the range, cut to the range and rounded to what reads well: a whole number where the parameter
 * is one, two significant digits on a log scale, else a power of ten that is at most a fiftieth of the range. So a plan
 * reads well, and two draws that differ by nothing that matters are one candidate.
 *
 * @param parameter - The parameter.
 * @param unit - The place, cut to 0 … 1.
 * @returns The value.
 */
export function fromUnit(parameter: SearchParameter, unit: number): number {
  const { least, most, scale, whole } = parameter
  if (unit <= 0) return least
  if (unit >= 1) return most
  const exact = scale === 'linear' ? least + unit * (most - least) : exp(log(least) + unit * (log(most) - log(least)))
  const rounded = whole
    ? Math.round(exact)
    : scale === 'log'
      ? Number(exact.toPrecision(2))
      : toStep(exact, most - least)
  return Math.min(Math.max(rounded, least), most)
}

/** To a multiple of the greatest power of ten that is at most a fiftieth of the range. */
function toStep(value: number, range: number): number {
  let digits = 0
  let step = 1
  while (step > range / 50) {
    step /= 10
    digits += 1
  }
  if (digits === 0) while (step * 10 <= range / 50) step *= 10
  return digits > 0 ? Number(value.toFixed(Math.min(digits, 15))) : Math.round(value / step) * step
}
