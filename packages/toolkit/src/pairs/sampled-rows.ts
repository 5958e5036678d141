import type { Rng, Sample } from '@sdc/core'
import { mean } from '@sdc/stats'

/**
 * The records that a metric looks at where looking at all takes too long: a simple random sample without replacement.
 *
 * @param rows - The records there are.
 * @param above - All are taken where there are no more than this, else this many.
 * @param rng - Draws the sample.
 * @returns Some of `rows`, in their order; `rows` itself where all are taken.
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
 * How well the mean of a random sample without replacement stands for the mean of all.
 *
 * Standard error √((1 − m/n)·s²/m), where s² is the sample's variance with divisor m − 1.
 *
 * @param of - How many records there are, n.
 * @param values - What was found of each of the m that were drawn, in the unit of the metric's value.
 * @returns What a measurement says of its sample; undefined where all were drawn.
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
