/** Up to this number, all sets of keys are tried: all of 12 keys. */
const MOST_SETS = 4096

/** A set of keys that a record may lose, as bits, and the sum of their weights. */
export interface KeySet {
  readonly bits: number
  readonly weight: number
}

/**
 * Sets of keys, the lightest first; of equal weight those with fewer keys first, then those with later keys.
 *
 * For q ≤ 12 these are all 2^q sets. For more keys they are all sets of s keys while there are at most 4096. The chain
 * of the lightest key, the two lightest, … all keys is added, so that there is always a set for every record.
 *
 * @param weights - One positive number a key, at most 30.
 * @returns The sets, the empty one first.
 */
export function keySets(weights: Float64Array): KeySet[] {
  const q = weights.length
  const found = new Map<number, KeySet>([[0, { bits: 0, weight: 0 }]])
  let layer: number[] = [0]
  for (let size = 1; size <= q; size++) {
    const next: number[] = []
    for (const bits of layer) {
      const highest = 32 - Math.clz32(bits)
      for (let j = highest; j < q; j++) next.push(bits | (1 << j))
      if (found.size + next.length > MOST_SETS) break
    }
    if (found.size + next.length > MOST_SETS) break
    for (const bits of next) found.set(bits, { bits, weight: weightOf(bits, weights) })
    layer = next
  }
  const lightest = Array.from(weights, (_, j) => j).sort((a, b) => weights[a] - weights[b] || b - a)
  let chain = 0
  for (const j of lightest) {
    chain |= 1 << j
    found.set(chain, { bits: chain, weight: weightOf(chain, weights) })
  }
  return [...found.values()].sort(
    (a, b) => a.weight - b.weight || countBits(a.bits) - countBits(b.bits) || b.bits - a.bits,
  )
}

/**
 * Returns the sum of the weights of some keys.
 *
 * @param bits - The keys as bits.
 * @param weights - One number a key.
 * @returns The sum, in the order of the keys.
 */
export function weightOf(bits: number, weights: Float64Array): number {
  let sum = 0
  for (let j = 0; j < weights.length; j++) if ((bits >> j) & 1) sum += weights[j]
  return sum
}

/**
 * Returns the number of keys in a set.
 *
 * @param bits - The set.
 * @returns The number of its bits.
 */
export function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
