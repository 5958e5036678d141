import { fillByBlocks, type Rng } from '@sdc/core'

export const noiseLaws = ['normal', 'uniform', 'laplace'] as const

/** Law of additive noise; each is scaled to mean 0 and variance 1. */
export type NoiseLaw = (typeof noiseLaws)[number]

/**
 * Draws n independent values with mean 0 and variance 1. Each block of records is drawn from its own stream
 * (`fillByBlocks`).
 *
 * `normal`: N(0, 1). `uniform`: on [−√3, √3). `laplace`: density e^{−√2|x|}/√2, by inversion of one uniform number
 * each; every draw is finite.
 *
 * @param n - Number of records.
 * @param law - Law of the noise.
 * @param rng - Source of the random numbers.
 * @returns One draw per record.
 *
 * Cost: O(n).
 */
export function unitNoise(n: number, law: NoiseLaw, rng: Rng): Float64Array {
  return fillByBlocks(rng, new Float64Array(n), fillers[law])
}

/**
 * Draws the noise of one block from its stream.
 *
 * @param n - Number of records of the block.
 * @param law - Law of the noise.
 * @param stream - Stream of the block.
 * @returns n draws with mean 0 and variance 1.
 */
export function unitNoiseOfBlock(n: number, law: NoiseLaw, stream: Rng): Float64Array {
  const unit = new Float64Array(n)
  fillers[law](stream, unit)
  return unit
}

const fillers: Readonly<Record<NoiseLaw, (stream: Rng, part: Float64Array) => void>> = {
  normal: (stream, part) => stream.fillNormal(part),
  uniform(stream, part) {
    stream.fillUniform(part)
    for (let i = 0; i < part.length; i++) part[i] = Math.sqrt(3) * (2 * part[i] - 1)
  },
  laplace(stream, part) {
    stream.fillLaplace(part)
    for (let i = 0; i < part.length; i++) part[i] /= Math.SQRT2
  },
}
