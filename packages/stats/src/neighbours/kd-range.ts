import { boxAt, LANES, type KdNodes } from './kd-build.js'
import { blockDistances } from './kd-distance.js'
import type { KdScratch } from './kd-search.js'

/**
 * Finds the k nearest records by Euclidean distance among those with least_j ≤ x_j ≤ most_j in every coordinate. It
 * writes them to index and distance2, nearest first, and returns their number, fewer than k if there are fewer. Among
 * several at the k-th distance the choice is not specified.
 *
 * A box is skipped if no point of it is within the limits, or if the nearest such point is not nearer than the k-th
 * record. Cost: O(log n) if many records are within the limits, otherwise a visit of the leaves that the limits cut.
 */
export function searchNearestWithin(
  tree: KdNodes,
  { nodes, bounds, four }: KdScratch,
  point: Float64Array,
  least: Float64Array,
  most: Float64Array,
  k: number,
  index: Uint32Array,
  distance2: Float64Array,
): number {
  const { d, points, ids, from, to, child, boxes } = tree
  let found = 0
  let worst = Infinity
  let depth = 1
  nodes[0] = 0
  bounds[0] = 0
  while (depth > 0) {
    let node = nodes[--depth]
    if (bounds[depth] >= worst) continue
    while (child[node] !== 0) {
      const pair = child[node]
      pairWithin(boxes, boxAt(d, pair), d, point, least, most, four)
      const [first, second] = [four[0], four[1]]
      const near = second < first ? 1 : 0
      const farther = near === 1 ? first : second
      if (farther < worst) {
        nodes[depth] = pair + 1 - near
        bounds[depth++] = farther
      }
      if ((near === 1 ? second : first) >= worst) break
      node = pair + near
    }
    if (child[node] !== 0) continue
    for (let at = from[node]; at < to[node]; at += LANES) {
      if (!blockDistances(points, at * d, d, point, worst, four)) continue
      for (let lane = 0; lane < LANES; lane++) {
        const sum = four[lane]
        if (sum >= worst || !isWithin(points, at * d + lane, d, least, most)) continue
        let slot = found < k ? found++ : k - 1
        for (; slot > 0 && distance2[slot - 1] > sum; slot--) {
          distance2[slot] = distance2[slot - 1]
          index[slot] = index[slot - 1]
        }
        distance2[slot] = sum
        index[slot] = ids[at + lane]
        if (found === k) worst = distance2[k - 1]
      }
    }
  }
  return found
}

/** Returns true if a record is within the limits; false in empty places of a leaf. */
function isWithin(points: Float64Array, start: number, d: number, least: Float64Array, most: Float64Array): boolean {
  for (let j = 0, at = start; j < d; j++, at += LANES) {
    if (!(points[at] >= least[j] && points[at] <= most[j])) return false
  }
  return true
}

/**
 * Computes the squared distances from a point to the parts of the boxes of two siblings within the limits, ∞ for an
 * empty part.
 */
function pairWithin(
  boxes: Float64Array,
  pair: number,
  d: number,
  point: Float64Array,
  least: Float64Array,
  most: Float64Array,
  out: Float64Array,
): void {
  let s0 = 0
  let s1 = 0
  for (let j = 0, at = pair; j < d; j++, at += 4) {
    const x = point[j]
    const [low, high] = [least[j], most[j]]
    if (boxes[at] > high || boxes[at + 1] < low) s0 = Infinity
    if (boxes[at + 2] > high || boxes[at + 3] < low) s1 = Infinity
    const a0 = Math.max(boxes[at], low) - x
    const b0 = x - Math.min(boxes[at + 1], high)
    const a1 = Math.max(boxes[at + 2], low) - x
    const b1 = x - Math.min(boxes[at + 3], high)
    // At most one of the two is above 0.
    const g0 = 0.5 * (a0 + Math.abs(a0) + (b0 + Math.abs(b0)))
    const g1 = 0.5 * (a1 + Math.abs(a1) + (b1 + Math.abs(b1)))
    s0 += g0 * g0
    s1 += g1 * g1
  }
  out[0] = s0
  out[1] = s1
}
