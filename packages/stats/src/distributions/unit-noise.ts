import type { Rng } from '@sdc/core'
import { log } from '../mathematics/index.js'

export const noiseLaws = ['normal', 'uniform', 'laplace'] as const

/** The law of additive noise; each is used with mean 0 and variance 1, and scaled. */
export type NoiseLaw = (typeof noiseLaws)[number]

/**
 * n independent draws with mean 0 and variance 1.
 *
 * `normal`: N(0, 1). `uniform`: on [−√3, √3). `laplace`: density e^{−√2|x|}/√2, by inversion of one uniform number
 * each; the argument of its logarithm is in (0, 1], so every draw is finite. Cost: O(n).
 */
export function unitNoise(n: number, law: NoiseLaw, rng: Rng): Float64Array {
  const draws = new Float64Array(n)
  if (law === 'normal') for (let i = 0; i < n; i++) draws[i] = rng.normal()
  else if (law === 'uniform') for (let i = 0; i < n; i++) draws[i] = Math.sqrt(3) * (2 * rng.uniform() - 1)
  else for (let i = 0; i < n; i++) draws[i] = laplace(rng.uniform())
  return draws
}

/** u in [0, 1): its lower half gives the negative side, its upper half the positive one. */
function laplace(u: number): number {
  return u < 0.5 ? log(1 - 2 * u) / Math.SQRT2 : -log(2 - 2 * u) / Math.SQRT2
}
