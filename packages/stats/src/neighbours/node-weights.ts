import type { KdNodes } from './kd-build.js'

/**
 * How many rows every node of a tree has where a record stands for several. Cost: O(n).
 *
 * @param nodes - The tree.
 * @param sizes - How many rows each record stands for.
 * @returns The sums by node.
 */
export function nodeWeights({ ids, from, to, child }: KdNodes, sizes: Int32Array): Int32Array {
  const weights = new Int32Array(child.length)
  // Children are numbered after their parent.
  for (let node = child.length - 1; node >= 0; node--) {
    if (child[node] !== 0) weights[node] = weights[child[node]] + weights[child[node] + 1]
    else for (let at = from[node]; at < to[node]; at++) weights[node] += sizes[ids[at]]
  }
  return weights
}
