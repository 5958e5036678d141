import { keyedRng, seededRng, type Rng } from '@sdc/core'
import { checkSeed } from './seed.js'

/**
 * Returns the root of a run's random numbers: repeatable with a seed, else fresh and keyed. Throws BAD_OPTION for an
 * invalid seed.
 */
export function rootRng(seed: string | number | undefined): Rng {
  if (seed !== undefined) checkSeed(seed)
  return seed === undefined ? keyedRng() : seededRng(seed)
}
