import { keyClasses } from '../groups/key-classes.js'
import { log } from '../mathematics/index.js'

/** Similarity of two partitions of the same records; NaN if an index is not defined. */
export interface PartitionIndices {
  /** Share of pairs of records on which the partitions agree. */
  readonly rand: number
  /** Share of pairs joined by both partitions among those joined by at least one. */
  readonly jaccard: number
  /** Rand's index corrected for chance: 1 for equal partitions, 0 on average for random ones of these sizes. */
  readonly adjustedRand: number
  /** Share of pairs joined by both partitions among those joined by the first. */
  readonly wallaceFirst: number
  /** Share of pairs joined by both partitions among those joined by the second. */
  readonly wallaceSecond: number
  /** Geometric mean of both. */
  readonly fowlkesMallows: number
  /** Distance of the partitions, 0 if equal, at most 1: (H(P|Q) + H(Q|P))/H(P, Q). */
  readonly mantaras: number
}

/**
 * Computes indices of two partitions from numbers of pairs of records: joined by both (a), by the first only (b), by
 * the second only (c), or by neither (e). N = a + b + c + e.
 *
 * Rand: (a + e)/N. Jaccard: a/(a + b + c). Adjusted Rand: (a − E)/(½(2a + b + c) − E) with E = (a + b)(a + c)/N.
 * Wallace: a/(a + b) and a/(a + c). Fowlkes–Mallows: √ of their product. Mántaras: as above, with H the entropy of the
 * shares of records. Equal partitions have 1 (Mántaras 0) also if a quotient is 0/0: one cluster, or one for each
 * record. Otherwise Wallace's index of a partition that joins no pair is NaN.
 *
 * @param labels - Cluster of each record in the first partition, whole numbers from 0.
 * @param others - The same in the second.
 * @returns All indices; NaN for fewer than two records.
 * @throws RangeError if their lengths differ.
 *
 * Cost: O(n). Source: Rand 1971; Jaccard 1912; Hubert & Arabie 1985; Wallace 1983; Fowlkes & Mallows 1983; López de
 * Mántaras 1991.
 */
export function partitionIndices(labels: Int32Array, others: Int32Array): PartitionIndices {
  const n = labels.length
  if (others.length !== n) throw new RangeError(`partitions of ${n} and of ${others.length} records`)
  if (n < 2) return undefinedIndices
  const first = keyClasses([labels]).sizes
  const second = keyClasses([others]).sizes
  const both = keyClasses([labels, others]).sizes
  const a = pairsOf(both)
  const [ab, ac, all] = [pairsOf(first), pairsOf(second), (n * (n - 1)) / 2]
  const equal = a === ab && a === ac
  const ratio = (part: number, whole: number): number => (equal ? 1 : part / whole)
  const expected = (ab * ac) / all
  const [wallaceFirst, wallaceSecond] = [ratio(a, ab), ratio(a, ac)]
  const [hFirst, hSecond, hBoth] = [entropy(first, n), entropy(second, n), entropy(both, n)]
  return {
    rand: (all + 2 * a - ab - ac) / all,
    jaccard: ratio(a, ab + ac - a),
    adjustedRand: ratio(a - expected, (ab + ac) / 2 - expected),
    wallaceFirst,
    wallaceSecond,
    fowlkesMallows: Math.sqrt(wallaceFirst * wallaceSecond),
    mantaras: equal ? 0 : Math.min(1, Math.max(0, (2 * hBoth - hFirst - hSecond) / hBoth)),
  }
}

const undefinedIndices: PartitionIndices = {
  rand: Number.NaN,
  jaccard: Number.NaN,
  adjustedRand: Number.NaN,
  wallaceFirst: Number.NaN,
  wallaceSecond: Number.NaN,
  fowlkesMallows: Number.NaN,
  mantaras: Number.NaN,
}

/** Returns the number of pairs within groups. */
function pairsOf(sizes: Int32Array): number {
  let pairs = 0
  for (const size of sizes) pairs += (size * (size - 1)) / 2
  return pairs
}

/** Returns the entropy −Σ p log p of the shares of n records. */
function entropy(sizes: Int32Array, n: number): number {
  let sum = 0
  for (const size of sizes) sum -= (size / n) * log(size / n)
  return sum
}
