import type { Rng } from '@sdc/core'

/** Small choices from one stream of random numbers. */
export interface Draw {
  readonly rng: Rng
  /** Returns true with this probability. */
  chance(probability: number): boolean
  /** Returns a whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** Returns one of the items. */
  one<T>(items: readonly T[]): T
  /** Returns each item with this probability, in their order. */
  some<T>(items: readonly T[], probability: number): T[]
}

export function drawFrom(rng: Rng): Draw {
  return {
    rng,
    chance: (probability) => rng.uniform() < probability,
    whole: (least, most) => least + rng.int(most - least + 1),
    one: (items) => items[rng.int(items.length)],
    some: (items, probability) => items.filter(() => rng.uniform() < probability),
  }
}
