import { fillByBlocks, type Rng } from '@sdc/core'
import { bernoulliSample, stratifiedSample } from './sample-records.js'
import { sampleSize, strataSizes } from './sample-sizes.js'
import type { SamplingParams } from './sampling-params.js'
import type { Units } from '@sdc/toolkit/internal'
import type { Strata } from './units.js'

/** The drawn units, and for each stratum the number of drawn units and the weight of each. */
export interface DrawnUnits {
  /** Ascending. */
  readonly units: Int32Array
  readonly sizes: Int32Array
  readonly factors: Float64Array
}

/**
 * Draws the units of a sample. Each unit has a random number of its own, even if it is not needed.
 *
 * @param rng - The stream of the step.
 * @throws as `sampleSize` and `strataSizes` do. Cost: O(units).
 */
export function drawUnits(rng: Rng, units: Units, strata: Strata, params: SamplingParams, method: string): DrawnUnits {
  const purpose = `${params.unit}s`
  const numbers = fillByBlocks(rng.child(purpose), new Float64Array(units.count), (stream, part) =>
    stream.fillUniform(part),
  )
  let next = 0
  const uniform = (): number => numbers[next++]
  if (params.design === 'bernoulli') {
    const expected = sampleSize(units.count, params, method)
    const taken = bernoulliSample(units.count, expected / units.count, uniform)
    return { units: taken, sizes: Int32Array.of(taken.length), factors: Float64Array.of(units.count / expected) }
  }
  const sizes =
    params.design === 'stratified'
      ? strataSizes(strata, params, method)
      : Int32Array.of(sampleSize(units.count, params, method))
  const taken = stratifiedSample(strata.ofUnit, strata.counts, sizes, uniform)
  return { units: taken, sizes, factors: Float64Array.from(sizes, (size, h) => strata.counts[h] / size) }
}

/** The records of some units, ascending. */
export function recordsOf(units: Units, drawn: Int32Array): Int32Array {
  const isDrawn = new Uint8Array(units.count)
  for (const unit of drawn) isDrawn[unit] = 1
  const records = new Int32Array(units.ofRecord.length)
  let taken = 0
  for (let i = 0; i < units.ofRecord.length; i++) if (isDrawn[units.ofRecord[i]] === 1) records[taken++] = i
  return records.slice(0, taken)
}
