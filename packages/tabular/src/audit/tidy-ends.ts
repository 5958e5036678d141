import { roundToStep } from '@sdc/stats'
import { commonStep } from '@sdc/stats/internal'

/** An end that is this near to a multiple, as a share of the largest value, is that multiple: programs add doubles. */
const NEAR = 1e-9

/**
 * Ends of intervals without the digits that sums of doubles leave: multiples of the step that the values share, where they are
 * within 1e-9 of the largest value of one. Other ends (a vertex may have fractions) and ±∞ stay.
 *
 * @param values - The true values.
 * @returns Makes such ends of any.
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
