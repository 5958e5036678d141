import { fillByBlocks, type Rng } from '@sdc/core'

export const noiseLaws = ['normal', 'uniform', 'laplace'] as const

/** The law of additive noise; each is used with mean 0 and variance 1, and scaled. */
export type NoiseLaw = (typeof noiseLaws)[number]

/**
 * n independent draws with mean 0 and variance 1, one a record: those of a block from its own stream (`fillByBlocks`).
 *
 * `normal`: N(0, 1). `uniform`: on [−√3, √3). `laplace`: density e^{−√2|x|}/√2, by inversion of one uniform number
 * each; every draw is finite. Cost: O(n).
 */
export function unitNoise(n: number, law: NoiseLaw, rng: Rng): Float64Array {
  return fillByBlocks(rng, new Float64Array(n), fillers[law])
}

/**
 * The same of one block, from its stream.
 *
 * @param n - Number of records of the block.
 * @param law - The law.
 * @param stream - The stream of the block; it is drawn from.
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
