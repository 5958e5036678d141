import type { KdNodes } from './kd-build.js'

/**
 * Returns the number of rows below every node of a tree whose records stand for several rows. Cost: O(n).
 *
 * @param nodes - Tree.
 * @param sizes - Number of rows that each record stands for.
 * @returns The sums by node.
 */
export function nodeWeights({ ids, from, to, child }: KdNodes, sizes: Int32Array): Int32Array {
  const weights = new Int32Array(child.length)
  // Children have higher numbers than their parent.
  for (let node = child.length - 1; node >= 0; node--) {
    if (child[node] !== 0) weights[node] = weights[child[node]] + weights[child[node] + 1]
    else for (let at = from[node]; at < to[node]; at++) weights[node] += sizes[ids[at]]
  }
  return weights
}
