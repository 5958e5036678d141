import type { Rng } from '@sdc/core'

/** Categories with their weights. */
export type Shares = readonly (readonly [name: string, weight: number])[]

/** Draws a category with a probability proportional to its weight, by one uniform number. */
export function drawn(shares: Shares, rng: Rng): string {
  let left = rng.uniform() * shares.reduce((sum, [, weight]) => sum + weight, 0)
  const found = shares.find(([, weight]) => (left -= weight) < 0) ?? shares[shares.length - 1]
  return found[0]
}
