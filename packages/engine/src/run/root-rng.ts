import { keyedRng, seededRng, type Rng } from '@sdc/core'
import { checkSeed } from './seed.js'

/** Where the random numbers of a run come from: a seed repeats them, without one they are fresh and keyed. Throws BAD_OPTION. */
export function rootRng(seed: string | number | undefined): Rng {
  if (seed !== undefined) checkSeed(seed)
  return seed === undefined ? keyedRng() : seededRng(seed)
}
