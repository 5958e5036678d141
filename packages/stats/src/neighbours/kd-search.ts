import { boxAt, LANES, NONE, type KdNodes } from './kd-build.js'
import { blockDistances, pairBounds } from './kd-distance.js'
import { blockGaps, pairLeast, type DistanceMetric } from './kd-metric.js'

/** Memory of a search, allocated once: a halving tree of 2³² records is 32 deep. */
export interface KdScratch {
  readonly nodes: Uint32Array
  readonly bounds: Float64Array
  readonly four: Float64Array
}

export function kdScratch(): KdScratch {
  return { nodes: new Uint32Array(80), bounds: new Float64Array(80), four: new Float64Array(LANES) }
}

/**
 * Finds the nearest record of a point by Euclidean distance: writes index[0] and distance2[0] and returns 1, or 0 if no
 * record is left. Exact, ties to the lowest index. A box is skipped if its bound is above the best distance, or equal
 * to it and its lowest index is not below the best one.
 */
export function searchNearest(
  tree: KdNodes,
  scratch: KdScratch,
  point: Float64Array,
  index: Uint32Array,
  distance2: Float64Array,
): number {
  const { d, points, ids, from, to, child, boxes, lowest } = tree
  const { nodes, bounds, four } = scratch
  let best = Infinity
  let bestId = NONE
  let depth = 1
  nodes[0] = 0
  bounds[0] = 0
  while (depth > 0) {
    let node = nodes[--depth]
    if (bounds[depth] > best || (bounds[depth] === best && lowest[node] > bestId)) continue
    while (child[node] !== 0) {
      const pair = child[node]
      pairBounds(boxes, boxAt(d, pair), d, point, best, four)
      const swap = four[1] < four[0] ? 1 : 0
      nodes[depth] = pair + 1 - swap
      bounds[depth] = four[1 - swap]
      if (bounds[depth] <= best) depth++
      node = pair + swap
      if (four[swap] > best) break
    }
    if (child[node] !== 0) continue
    for (let at = from[node]; at < to[node]; at += LANES) {
      if (!blockDistances(points, at * d, d, point, best, four)) continue
      for (let lane = 0; lane < LANES; lane++) {
        const distance = four[lane]
        if (distance > best || (distance === best && ids[at + lane] >= bestId)) continue
        best = distance
        bestId = ids[at + lane]
      }
    }
  }
  index[0] = bestId
  distance2[0] = best
  return bestId === NONE ? 0 : 1
}

/**
 * Finds the k nearest records by any metric, nearest first, ties by index: writes them to index and distance2 and
 * returns their number, fewer than k if fewer records are left. Like searchNearest, with the k-th as the best; for
 * metrics other than `euclidean` distances are not squared.
 */
export function searchNearestK(
  tree: KdNodes,
  scratch: KdScratch,
  metric: DistanceMetric,
  point: Float64Array,
  k: number,
  index: Uint32Array,
  distance2: Float64Array,
): number {
  const { d, points, ids, from, to, child, boxes, lowest } = tree
  const { nodes, bounds, four } = scratch
  let found = 0
  let worst = Infinity
  let worstId = NONE
  let depth = 1
  nodes[0] = 0
  bounds[0] = 0
  while (depth > 0) {
    let node = nodes[--depth]
    if (bounds[depth] > worst || (bounds[depth] === worst && lowest[node] > worstId)) continue
    while (child[node] !== 0) {
      const pair = child[node]
      pairLeast(metric, boxes, boxAt(d, pair), d, point, worst, four)
      const swap = four[1] < four[0] ? 1 : 0
      nodes[depth] = pair + 1 - swap
      bounds[depth] = four[1 - swap]
      if (bounds[depth] <= worst) depth++
      node = pair + swap
      if (four[swap] > worst) break
    }
    if (child[node] !== 0) continue
    for (let at = from[node]; at < to[node]; at += LANES) {
      if (!blockGaps(metric, points, at * d, d, point, worst, four)) continue
      for (let lane = 0; lane < LANES; lane++) {
        const distance = four[lane]
        const id = ids[at + lane]
        if (distance > worst || (distance === worst && id >= worstId)) continue
        let slot = found < k ? found++ : k - 1
        while (slot > 0) {
          const before = distance2[slot - 1]
          if (before < distance || (before === distance && index[slot - 1] < id)) break
          distance2[slot] = before
          index[slot] = index[slot - 1]
          slot--
        }
        distance2[slot] = distance
        index[slot] = id
        if (found < k) continue
        worst = distance2[k - 1]
        worstId = index[k - 1]
      }
    }
  }
  return found
}

/** Returns all records at a given distance or less (squared for `euclidean`), ascending by index. */
export function searchWithin(
  tree: KdNodes,
  scratch: KdScratch,
  metric: DistanceMetric,
  point: Float64Array,
  distance2: number,
): number[] {
  const { d, points, ids, from, to, child, boxes } = tree
  const { nodes, four } = scratch
  const found: number[] = []
  let depth = 1
  nodes[0] = 0
  while (depth > 0) {
    const node = nodes[--depth]
    if (child[node] !== 0) {
      pairLeast(metric, boxes, boxAt(d, child[node]), d, point, distance2, four)
      if (four[0] <= distance2) nodes[depth++] = child[node]
      if (four[1] <= distance2) nodes[depth++] = child[node] + 1
      continue
    }
    for (let at = from[node]; at < to[node]; at += LANES) {
      if (!blockGaps(metric, points, at * d, d, point, distance2, four)) continue
      for (let lane = 0; lane < LANES; lane++) {
        if (four[lane] <= distance2 && ids[at + lane] !== NONE) found.push(ids[at + lane])
      }
    }
  }
  return found.sort((a, b) => a - b)
}
