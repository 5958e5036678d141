import { NO_RECORD } from './distinct-points.js'
import { boxAt, LANES, type PointTree } from './point-tree.js'

/**
 * Working memory of a search, reused by the next: a stack of nodes and their bounds; a halving tree of 2³² points is 32
 * deep.
 */
const nodes = new Uint32Array(80)
const bounds = new Float64Array(80)
const four = new Float64Array(LANES)

/**
 * Finds the points nearest to a place, nearest first, ties by the lowest remaining record of each.
 *
 * Exact: a box is skipped if its bound is above the worst distance, or equal to it and its lowest record is not below.
 *
 * @param tree - Remaining points.
 * @param place - d coordinates.
 * @param count - Number of points to find.
 * @param records - Output: the lowest record of each of these points; room for `count`.
 * @param distances - Output: their distances by the metric; as much room.
 * @returns Number of points found, fewer than `count` if fewer points are left.
 */
export function nearestPoints(
  tree: PointTree,
  place: Float64Array,
  count: number,
  records: Uint32Array,
  distances: Float64Array,
): number {
  const { d, metric, points, ids, first, from, to, child, boxes, lowest } = tree
  let found = 0
  let worst = count > 0 ? Infinity : -1
  let worstRecord = NO_RECORD
  let depth = 1
  nodes[0] = 0
  bounds[0] = 0
  while (depth > 0) {
    let node = nodes[--depth]
    if (bounds[depth] > worst || (bounds[depth] === worst && lowest[node] > worstRecord)) continue
    while (child[node] !== 0) {
      const pair = child[node]
      metric.least(boxes, boxAt(d, pair), d, place, worst, four)
      const swap = four[1] < four[0] || (four[1] === four[0] && lowest[pair + 1] < lowest[pair]) ? 1 : 0
      nodes[depth] = pair + 1 - swap
      bounds[depth] = four[1 - swap]
      if (bounds[depth] <= worst) depth++
      node = pair + swap
      if (four[swap] > worst) break
    }
    if (child[node] !== 0) continue
    for (let at = from[node]; at < to[node]; at += LANES) {
      if (!metric.distances(points, at * d, d, place, worst, four)) continue
      const lanes = Math.min(LANES, to[node] - at)
      for (let lane = 0; lane < lanes; lane++) {
        const distance = four[lane]
        if (distance > worst) continue
        const record = first[ids[at + lane]]
        if (distance === worst && record >= worstRecord) continue
        let slot = found < count ? found++ : count - 1
        while (slot > 0) {
          const before = distances[slot - 1]
          if (before < distance || (before === distance && records[slot - 1] < record)) break
          distances[slot] = before
          records[slot] = records[slot - 1]
          slot--
        }
        distances[slot] = distance
        records[slot] = record
        if (found < count) continue
        worst = distances[count - 1]
        worstRecord = records[count - 1]
      }
    }
  }
  return found
}

/**
 * Finds the point farthest from a place, ties to the one with the lowest record. At least one point must be left.
 *
 * @param tree - Remaining points.
 * @param place - d coordinates.
 * @returns Its lowest record.
 */
export function farthestPoint(tree: PointTree, place: Float64Array): number {
  const { d, metric, points, ids, first, from, to, child, boxes, reach, lowest } = tree
  let best = -1
  let bestRecord = NO_RECORD
  let depth = 1
  nodes[0] = 0
  bounds[0] = Infinity
  while (depth > 0) {
    let node = nodes[--depth]
    let bound = bounds[depth]
    for (;;) {
      if (bound < best || (bound === best && lowest[node] > bestRecord)) break
      const pair = child[node]
      if (pair === 0) {
        for (let at = from[node]; at < to[node]; at += LANES) {
          metric.distances(points, at * d, d, place, Infinity, four)
          if (four[0] < best && four[1] < best && four[2] < best && four[3] < best) continue
          const lanes = Math.min(LANES, to[node] - at)
          for (let lane = 0; lane < lanes; lane++) {
            const distance = four[lane]
            if (distance < best) continue
            const record = first[ids[at + lane]]
            if (distance === best && record > bestRecord) continue
            best = distance
            bestRecord = record
          }
        }
        break
      }
      if (lowest[pair] === NO_RECORD || lowest[pair + 1] === NO_RECORD) {
        // A box without points has no bound; the other box has that of both.
        node = lowest[pair] === NO_RECORD ? pair + 1 : pair
        continue
      }
      four[0] = reach[pair]
      four[1] = reach[pair + 1]
      metric.most(boxes, boxAt(d, pair), d, place, best, four)
      const swap = four[1] > four[0] || (four[1] === four[0] && lowest[pair + 1] < lowest[pair]) ? 1 : 0
      bound = four[1 - swap]
      if (bound > best || (bound === best && lowest[pair + 1 - swap] < bestRecord)) {
        nodes[depth] = pair + 1 - swap
        bounds[depth++] = bound
      }
      node = pair + swap
      bound = four[swap]
    }
  }
  return bestRecord
}
