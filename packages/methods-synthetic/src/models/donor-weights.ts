import type { TreeNode } from '@sdc/stats/trees'

/**
 * Weights of the records of leaves, so that no person has more than the share 1/k of a leaf. They are w = min(1, t/c)
 * for each of the c records of a person, with the greatest t for which no c·w exceeds Σ w/k.
 *
 * @param records - Records in the order of the leaves.
 * @param leaves - The leaves.
 * @param persons - The person of each record.
 * @param k - Smallest number of persons in a leaf; in a leaf of fewer all persons weigh the same.
 * @returns A weight for each place; undefined if all are 1.
 */
export function donorWeights(
  records: Uint32Array,
  leaves: readonly TreeNode[],
  persons: Int32Array | undefined,
  k: number,
): Float64Array | undefined {
  if (persons === undefined || k === 1) return undefined
  let weights: Float64Array | undefined
  for (const { from, to } of leaves) {
    const counts = new Map<number, number>()
    for (let i = from; i < to; i++) counts.set(persons[records[i]], (counts.get(persons[records[i]]) ?? 0) + 1)
    const most = mostRecords([...counts.values()], k)
    if (most === Infinity) continue
    weights ??= new Float64Array(records.length).fill(1)
    for (let i = from; i < to; i++) weights[i] = Math.min(1, most / (counts.get(persons[records[i]]) ?? 1))
  }
  return weights
}

/** Weight that records of one person have at most together; Infinity if none has more. */
function mostRecords(counts: readonly number[], k: number): number {
  const descending = [...counts].sort((a, b) => b - a)
  let rest = descending.reduce((sum, count) => sum + count, 0)
  for (const [capped, count] of descending.entries()) {
    const most = rest / Math.max(1, k - capped)
    if (count <= most) return capped === 0 ? Infinity : most
    if (capped === descending.length - 1) break
    rest -= count
  }
  return descending[descending.length - 1]
}
