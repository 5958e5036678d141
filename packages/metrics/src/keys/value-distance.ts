import type { ValueSet } from '@sdc/stats/internal'
import type { TaxonomyForest } from './taxonomy-heights.js'

/** Distance between the values of a set and those of the file, from 0 to 1. */
export type ValueDistance = (set: ValueSet) => number

/**
 * Returns the distance with all values equally far apart: ½Σ|q − p|, the sum of the set's excess shares.
 *
 * @param p - Share of every value in the file.
 * @returns The distance of a set. Cost: O(values of the set) a set.
 */
export function equalDistance(p: Float64Array): ValueDistance {
  return ({ values, weights, from, to, total }) => {
    let sum = 0
    for (let at = from; at < to; at++) sum += Math.max(0, weights[at] / total - p[values[at]])
    return sum
  }
}

/**
 * Returns the distance by the steps between values: Σ_i |Σ_(j ≤ i) (q_j − p_j)|/(m − 1).
 *
 * Between two values of the set, the sum of its shares stays Q while that of the file, P_i, grows. It is below Q up to
 * some i and above it from there on, so the sum over these values needs P's sums alone.
 *
 * @param p - Shares of m values in the file, in their order.
 * @returns The distance of a set. Cost: O(m) once, O(values of the set · log m) a set.
 */
export function orderedDistance(p: Float64Array): ValueDistance {
  const m = p.length
  if (m < 2) return () => 0
  // P_i, and their sums: sums[i] = P_0 + … + P_(i − 1).
  const cumulated = new Float64Array(m)
  const sums = new Float64Array(m + 1)
  let part = 0
  for (let i = 0; i < m; i++) {
    cumulated[i] = part += p[i]
    sums[i + 1] = sums[i] + part
  }
  /** Returns Σ |Q − P_i| for i from `first` to `end` − 1. */
  const between = (q: number, first: number, end: number): number => {
    let low = first
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulated[middle] <= q) low = middle + 1
      else high = middle
    }
    return (low - first) * q - (sums[low] - sums[first]) + (sums[end] - sums[low]) - (end - low) * q
  }
  return ({ values, weights, from, to, total }) => {
    let sum = 0
    let weight = 0
    let first = 0
    for (let at = from; at < to; at++) {
      sum += between(weight / total, first, values[at])
      weight += weights[at]
      first = values[at]
    }
    // After the last value of the set Q is 1; after the last of all both are.
    return Math.max(0, sum + between(1, first, m - 1)) / (m - 1)
  }
}

/**
 * Returns the distance by the height of the lowest common category: Σ over inner categories N of height(N)/H ·
 * min(excess of the categories below N, deficit of these).
 *
 * All categories below one without a value of the set have a deficit, so only those above its values count.
 *
 * @param p - Share of every value in the file.
 * @param forest - Categories above the values.
 * @returns The distance of a set. Cost: O(values of the set · height) a set. Source: Li, Li & Venkatasubramanian
 *   2007, hierarchical distance.
 */
export function hierarchicalDistance(p: Float64Array, { nodeOf, parent, height }: TaxonomyForest): ValueDistance {
  const shareOf = new Float64Array(parent.length)
  p.forEach((share, value) => {
    for (let node = nodeOf[value]; node >= 0; node = parent[node]) shareOf[node] += share
  })
  const greatest = height.reduce((most, one) => Math.max(most, one), 0)
  if (greatest === 0) return () => 0
  // For the present set: share of each node, and excess of its children.
  const own = new Float64Array(parent.length)
  const surplus = new Float64Array(parent.length)
  const seen = new Uint8Array(parent.length)
  const touched = new Int32Array(parent.length)
  return ({ values, weights, from, to, total }) => {
    let count = 0
    for (let at = from; at < to; at++) {
      const share = weights[at] / total
      for (let node = nodeOf[values[at]]; node >= 0; node = parent[node]) {
        if (!seen[node]) {
          seen[node] = 1
          touched[count++] = node
        }
        own[node] += share
      }
    }
    for (let k = 0; k < count; k++) {
      const node = touched[k]
      if (parent[node] >= 0) surplus[parent[node]] += Math.max(0, own[node] - shareOf[node])
    }
    let sum = 0
    for (let k = 0; k < count; k++) {
      const node = touched[k]
      // Excess and deficit below a node differ by the excess of the node itself.
      const shortage = surplus[node] - (own[node] - shareOf[node])
      sum += (height[node] / greatest) * Math.max(0, Math.min(surplus[node], shortage))
    }
    for (let k = 0; k < count; k++) own[touched[k]] = surplus[touched[k]] = seen[touched[k]] = 0
    return sum
  }
}
