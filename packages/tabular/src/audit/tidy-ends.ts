import { roundToStep } from '@sdc/stats'
import { commonStep } from '@sdc/stats/internal'

/** An end within this share of the largest value of a multiple is set to the multiple: programs add doubles. */
const NEAR = 1e-9

/**
 * Removes the digits that sums of doubles leave in ends of intervals. An end within 1e-9 of the largest value of a
 * multiple of the values' common step becomes that multiple. Other ends (a vertex may have fractions) and ±∞ are
 * unchanged.
 *
 * @param values - The true values.
 * @returns A function that tidies ends.
 */
export function tidyEnds(values: Float64Array): (ends: Float64Array) => Float64Array {
  const step = commonStep(values)
  if (step === null) return (ends) => ends
  const near = NEAR * values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return (ends) => {
    const rounded = roundToStep(ends, step)
    return ends.map((end, i) => (Math.abs(rounded[i] - end) <= near ? rounded[i] : end))
  }
}
