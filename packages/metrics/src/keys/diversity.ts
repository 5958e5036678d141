import { log } from '@sdc/stats'
import type { ValueSet } from '@sdc/stats/internal'

/**
 * Returns the number of different values of a set.
 *
 * @param set - The values with their weights.
 * @returns A whole number, 1 or more.
 */
export function distinctValues({ from, to }: ValueSet): number {
  return to - from
}

/**
 * Returns the entropy −Σ p ln p of the values of a set.
 *
 * @param set - The values with their weights.
 * @returns The entropy in nats: ln m for m equally frequent values. Cost: O(values).
 */
export function entropyOf({ weights, from, to, total }: ValueSet): number {
  if (to - from === 1) return 0
  let sum = 0
  for (let at = from; at < to; at++) sum -= weights[at] * log(weights[at] / total)
  return sum / total
}

/**
 * Returns the greatest ℓ for which a set is recursively (c, ℓ)-diverse: r_1 < c·(r_ℓ + … + r_m), where r_1 ≥ … ≥ r_m
 * are the numbers of records with each of its values. 0 if there is no such ℓ: one value, and c ≤ 1.
 *
 * @param c - Factor between the most frequent value and the values without the ℓ − 1 most frequent ones.
 * @returns The function of a set. Cost: a sort of the numbers. Source: Machanavajjhala, Kifer, Gehrke &
 *   Venkitasubramaniam 2007, definition of recursive (c, ℓ)-diversity.
 */
export function recursiveDiversity(c: number): (set: ValueSet) => number {
  const few = new Float64Array(FEW)
  return ({ weights, from, to }) => {
    if (to - from === 1) return c > 1 ? 1 : 0
    const m = to - from
    const ascending = m > FEW ? weights.slice(from, to).sort() : insertedInto(few, weights, from, to)
    const most = ascending[m - 1]
    // The tail r_ℓ + … + r_m grows as ℓ falls: the first ℓ from m down is the greatest.
    let tail = 0
    for (let l = m; l >= 1; l--) {
      tail += ascending[m - l]
      if (most < c * tail) return l
    }
    return 0
  }
}

/** Largest number that is sorted by insertion: calling a sort takes longer. */
const FEW = 24

function insertedInto(sorted: Float64Array, weights: Float64Array, from: number, to: number): Float64Array {
  for (let i = from; i < to; i++) {
    let at = i - from
    for (; at > 0 && sorted[at - 1] > weights[i]; at--) sorted[at] = sorted[at - 1]
    sorted[at] = weights[i]
  }
  return sorted
}
