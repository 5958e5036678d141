import { keyedRng, seededRng, type Rng } from '@sdc/core'

/** Where the random numbers of a run come from: a seed repeats them, without one they are fresh and keyed. */
export function rootRng(seed: string | number | undefined): Rng {
  return seed === undefined ? keyedRng() : seededRng(seed)
}
