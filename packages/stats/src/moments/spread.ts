import { log2 } from '../mathematics/index.js'
import { countValues, sum } from './moments.js'
import { timesPower } from './times-power.js'

/** Where a column stands and how far its values lie apart, free of what one huge value or a large mean would cost. */
export interface Spread {
  /** How many values there are. */
  readonly count: number
  /** The value nearest to zero where all have one sign, else 0: what is taken off before anything is computed. */
  readonly base: number
  /** The mean of v − base. */
  readonly mean: number
  /** The standard deviation (ddof 1): 0 for a constant, NaN below two values. */
  readonly sd: number
  /** What share of Σ(v − mean)² goes where the one value furthest from the mean goes; NaN where sd is not above 0. */
  readonly largestShare: number
  /** Whether all values are whole numbers, which are held exactly: others are the nearest double of a decimal. */
  readonly whole: boolean
}

/**
 * Base, mean and standard deviation of the values that are not missing.
 *
 * v − base is never larger than v, so that taking it off loses no digit that v has. Differences are scaled by a power of two
 * before they are squared: values of 1e-200 and of 1e200 have a standard deviation. Sums are compensated: equal values
 * in another order have the same result to a few roundings. Cost: O(n).
 *
 * @param values n values, NaN where missing
 * @returns NaN for mean and sd where too few values are there
 */
export function spread(values: Float64Array): Spread {
  const base = nearestToZero(values)
  // One array from here to the end: several of a large file at a time would be as much as its keys.
  const held = new Float64Array(values.length)
  let whole = true
  let most = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    held[i] = value - base
    if (value === value && !Number.isInteger(value)) whole = false
    most = Math.max(most, held[i] === held[i] ? Math.abs(held[i]) : 0)
  }
  const count = countValues(held)
  if (count < 2 || most === 0 || most === Infinity) {
    const sd = count < 2 ? Number.NaN : most === 0 ? 0 : Infinity
    return { count, base, mean: count === 0 ? Number.NaN : sum(held) / count, sd, largestShare: Number.NaN, whole }
  }
  const exponent = Math.floor(log2(most))
  const mean = sum(timesPower(held, -exponent, held)) / count
  for (let i = 0; i < held.length; i++) held[i] -= mean
  const rest = sum(held)
  let largest = 0
  for (let i = 0; i < held.length; i++) {
    held[i] *= held[i]
    if (held[i] > largest) largest = held[i]
  }
  const total = Math.max(0, sum(held) - (rest * rest) / count)
  const back = (value: number): number => timesPower(Float64Array.of(value), exponent)[0]
  return {
    count,
    base,
    mean: back(mean),
    sd: back(Math.sqrt(total / (count - 1))),
    largestShare: Math.min(1, ((largest / total) * count) / (count - 1)),
    whole,
  }
}

/** The value of least magnitude where all values have one sign, else 0. */
function nearestToZero(values: Float64Array): number {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < values.length; i++) {
    if (values[i] < least) least = values[i]
    if (values[i] > most) most = values[i]
  }
  if (least > 0 && least < Infinity) return least
  return most < 0 && most > -Infinity ? most : 0
}
