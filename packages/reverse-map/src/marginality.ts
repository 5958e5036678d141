import { log2 } from '@sdc/stats'
import { powerOfTwo } from '@sdc/stats/internal'
import type { TaxonomyTree } from '@sdc/toolkit/internal'

/**
 * Measure of the distance between two categories: by the ancestors that they do not share, or by the path between them.
 */
export type SemanticDistance = 'ancestors' | 'path'

/**
 * Computes the distance of two nodes at levels a and b (1 at the top) whose number of common ancestors, including
 * themselves, is `shared`.
 *
 * ancestors: log2(1 + (|T(a) ∪ T(b)| − |T(a) ∩ T(b)|)/|T(a) ∪ T(b)|), T(c) the node c and its ancestors; 0 for the same
 * node only, 1 if nothing is shared. path: the sum of the edges between them, an edge into level l weighing 2^−l
 * (2^(L−l) up to a factor that is the same for all). Trees without a common top are joined by one at level 0.
 */
export function distanceAtLevels(a: number, b: number, shared: number, kind: SemanticDistance): number {
  if (kind === 'path') return powerOfTwo(1 - shared) - powerOfTwo(-a) - powerOfTwo(-b)
  const union = a + b - shared
  return log2(1 + (union - shared) / union)
}

/**
 * Computes the distance between two nodes of a tree; see {@link distanceAtLevels}. Cost: O(their level).
 *
 * @param tree - Tree of the categories.
 * @param a - One node.
 * @param b - The other.
 * @param kind - Measure of the distance.
 * @returns The distance, 0 for the same node.
 */
export function semanticDistance(
  { parent, level }: TaxonomyTree,
  a: number,
  b: number,
  kind: SemanticDistance,
): number {
  let [x, y] = [a, b]
  while (x !== y) {
    const lower = (x < 0 ? 0 : level[x]) >= (y < 0 ? 0 : level[y])
    if (lower) x = parent[x]
    else y = parent[y]
  }
  return distanceAtLevels(level[a], level[b], x < 0 ? 0 : level[x], kind)
}

/**
 * Computes the marginality of every category, m(a) = Σ_c counts[c]·sd(a, c): its distance from all records together.
 *
 * The category of the smallest marginality is the mean of the file. Marginality orders a nominal column from the common
 * and central to the rare and remote. In a flat taxonomy m(a) decreases as counts[a] increases, by equal steps. Since
 * sd depends on levels only, the records are counted by level and by the node where their paths leave that of a. Sums
 * are in one order for all categories, so those in the same situation get the same number to the last bit. Cost:
 * O(C·L²) for C nodes of L levels, O(C) with one level only. Source: Domingo-Ferrer, Sánchez & Rufian-Torrell 2013, on
 * marginality; Sánchez, Batet, Isern & Valls 2012, on the distance by ancestors.
 *
 * @param tree - Tree of the categories.
 * @param counts - Number of records of category c, by node; a category may have none.
 * @param kind - Measure of the distance.
 * @returns m by node.
 */
export function marginality(tree: TaxonomyTree, counts: ArrayLike<number>, kind: SemanticDistance): Float64Array {
  const { parent, level } = tree
  const nodes = parent.length
  const levels = level.reduce((most, one) => Math.max(most, one), 0)
  const below = recordsBelow(tree, counts, levels)
  const everywhere = new Float64Array(levels + 1)
  for (let c = 0; c < nodes; c++) everywhere[level[c]] += counts[c] ?? 0

  const path = new Int32Array(levels + 1)
  const result = new Float64Array(nodes)
  for (let a = 0; a < nodes; a++) {
    for (let node = a; node >= 0; node = parent[node]) path[level[node]] = node
    let sum = 0
    for (let shared = 0; shared <= level[a]; shared++) {
      const upper = path[shared] * (levels + 1)
      const next = path[shared + 1] * (levels + 1)
      for (let at = Math.max(1, shared); at <= levels; at++) {
        const inside = shared === 0 ? everywhere[at] : below[upper + at]
        const leaving = inside - (shared === level[a] ? 0 : below[next + at])
        if (leaving > 0) sum += leaving * distanceAtLevels(level[a], at, shared, kind)
      }
    }
    result[a] = sum
  }
  return result
}

/** Returns the records in and below every node, by their level: below[node·(levels + 1) + level]. */
function recordsBelow({ parent, level }: TaxonomyTree, counts: ArrayLike<number>, levels: number): Float64Array {
  const below = new Float64Array(parent.length * (levels + 1))
  for (let c = 0; c < parent.length; c++) {
    const count = counts[c] ?? 0
    if (count === 0) continue
    for (let node = c; node >= 0; node = parent[node]) below[node * (levels + 1) + level[c]] += count
  }
  return below
}
