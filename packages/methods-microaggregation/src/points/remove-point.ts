import { NO_RECORD } from './distinct-points.js'
import { boxAt, coordinateAt, LANES, leafAt, type PointTree } from './point-tree.js'

/**
 * Removes a point from its leaf, whose last point takes its place; `shrink` makes boxes tight again.
 *
 * @param tree - Tree.
 * @param point - Number of the point.
 * @returns The leaf.
 */
export function removePoint(tree: PointTree, point: number): number {
  const { d, points, ids, positions, to } = tree
  const position = positions[point]
  const leaf = leafAt(tree, position)
  const last = --to[leaf]
  const hole = coordinateAt(d, position)
  const source = coordinateAt(d, last)
  ids[position] = ids[last]
  positions[ids[position]] = position
  for (let j = 0; j < LANES * d; j += LANES) {
    points[hole + j] = points[source + j]
    points[source + j] = Infinity
  }
  return leaf
}

/**
 * Updates the box, the reach and the lowest record of a leaf to the remaining points, and of the nodes above it as far
 * as they change.
 *
 * @param tree - Tree.
 * @param leaf - Leaf that has lost records.
 */
export function shrink(tree: PointTree, leaf: number): void {
  const { parent } = tree
  // The box of the root is never used.
  if (leaf === 0 || !shrinkLeaf(tree, leaf)) return
  for (let node = leaf; node !== 0;) {
    node = parent[node]
    if (!shrinkInner(tree, node)) return
  }
}

function shrinkLeaf(tree: PointTree, leaf: number): boolean {
  const { d, metric, points, ids, first, from, to, boxes, reach, lowest } = tree
  const start = from[leaf]
  const end = to[leaf]
  let least = NO_RECORD
  let most = -1
  for (let at = start; at < end; at++) {
    if (first[ids[at]] < least) least = first[ids[at]]
    const norm = metric.norm(points, coordinateAt(d, at), LANES, d)
    if (norm > most) most = norm
  }
  let changed = lowest[leaf] !== least || reach[leaf] !== most
  lowest[leaf] = least
  reach[leaf] = most
  for (let j = 0, box = boxAt(d, leaf); j < d; j++, box += 4) {
    let low = Infinity
    let high = -Infinity
    for (let at = start, block = start * d + j * LANES; at < end; at += LANES, block += LANES * d) {
      for (let lane = block; lane < block + LANES && at + lane - block < end; lane++) {
        const x = points[lane]
        if (x < low) low = x
        if (x > high) high = x
      }
    }
    if (boxes[box] === low && boxes[box + 1] === high) continue
    changed = true
    boxes[box] = low
    boxes[box + 1] = high
  }
  return changed
}

/** Forms the union of the children; returns false if it did not change, so that nothing above changes either. */
function shrinkInner({ d, child, boxes, reach, lowest }: PointTree, node: number): boolean {
  const pair = child[node]
  const least = Math.min(lowest[pair], lowest[pair + 1])
  const most = Math.max(reach[pair], reach[pair + 1])
  let changed = least !== lowest[node] || most !== reach[node]
  lowest[node] = least
  reach[node] = most
  const box = boxAt(d, node)
  const children = boxAt(d, pair)
  for (let j = 0; j < 4 * d; j += 4) {
    const low = Math.min(boxes[children + j], boxes[children + j + 2])
    const high = Math.max(boxes[children + j + 1], boxes[children + j + 3])
    if (low === boxes[box + j] && high === boxes[box + j + 1]) continue
    changed = true
    boxes[box + j] = low
    boxes[box + j + 1] = high
  }
  return changed
}
