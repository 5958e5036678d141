import type { Rng, Sample } from '@sdc/core'
import { mean } from '@sdc/stats'

/**
 * Draws the records that a metric uses if all would take too long: a simple random sample without replacement.
 *
 * @param rows - All records.
 * @param above - Largest number of records without sampling, and size of the sample.
 * @param rng - Draws the sample.
 * @returns Some of `rows`, in their order; `rows` itself if all are taken.
 */
export function sampledRows(rows: Int32Array, above: number, rng: Rng): Int32Array {
  if (rows.length <= above) return rows
  return rng
    .permutation(rows.length)
    .subarray(0, above)
    .sort()
    .map((at) => rows[at])
}

/**
 * Estimates the error of the mean of a random sample without replacement.
 *
 * Standard error √((1 − m/n)·s²/m), where s² is the sample's variance with divisor m − 1.
 *
 * @param of - Number of records, n.
 * @param values - Result of each of the m drawn records, in the unit of the metric's value.
 * @returns The description of the sample in a measurement; undefined if all records were drawn.
 */
export function sampleOf(of: number, values: Float64Array): Sample | undefined {
  const drawn = values.length
  if (drawn >= of) return undefined
  const centre = mean(values)
  let squares = 0
  for (const value of values) squares += (value - centre) * (value - centre)
  const variance = drawn > 1 ? squares / (drawn - 1) : Number.POSITIVE_INFINITY
  return { of, drawn, standardError: Math.sqrt(((1 - drawn / of) * variance) / drawn) }
}
