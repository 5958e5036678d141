import { boxAt, LANES, NONE, pointAt, type KdNodes } from './kd-build.js'

/**
 * Takes the record at a position out of its leaf: the leaf's last takes its place, and the boxes and lowest indices of
 * the leaf and the nodes above it shrink as far as that changes them. Cost: O(d log n), usually O(d).
 */
export function removeAt(nodes: KdNodes, leaf: number, position: number, positions: Uint32Array): void {
  const { d, points, ids, to } = nodes
  const last = --to[leaf]
  const hole = pointAt(d, position)
  const source = pointAt(d, last)
  for (let j = 0; j < d; j++) {
    points[hole + LANES * j] = points[source + LANES * j]
    points[source + LANES * j] = Infinity
  }
  ids[position] = ids[last]
  positions[ids[position]] = position
  ids[last] = NONE
  shrinkLeaf(nodes, leaf)
  for (let node = leaf; node !== 0;) {
    node = nodes.parent[node]
    if (!shrinkInner(nodes, node)) return
  }
}

function shrinkLeaf(nodes: KdNodes, leaf: number): void {
  const { d, points, ids, from, to, boxes } = nodes
  let least = NONE
  for (let at = from[leaf]; at < to[leaf]; at++) if (ids[at] < least) least = ids[at]
  nodes.lowest[leaf] = least
  if (leaf === 0) return
  const box = boxAt(d, leaf)
  for (let j = 0; j < d; j++) {
    let low = Infinity
    let high = -Infinity
    for (let at = from[leaf]; at < to[leaf]; at++) {
      const x = points[pointAt(d, at) + LANES * j]
      if (x < low) low = x
      if (x > high) high = x
    }
    boxes[box + 4 * j] = low
    boxes[box + 4 * j + 1] = high
  }
}

/** The union of the children; false where it is what it was, so that nothing above can change either. */
function shrinkInner(nodes: KdNodes, node: number): boolean {
  const { d, boxes, lowest } = nodes
  const pair = nodes.child[node]
  const least = Math.min(lowest[pair], lowest[pair + 1])
  let changed = least !== lowest[node]
  lowest[node] = least
  if (node === 0) return changed
  const box = boxAt(d, node)
  const children = boxAt(d, pair)
  for (let j = 0; j < 4 * d; j += 4) {
    const low = Math.min(boxes[children + j], boxes[children + j + 2])
    const high = Math.max(boxes[children + j + 1], boxes[children + j + 3])
    if (low !== boxes[box + j] || high !== boxes[box + j + 1]) changed = true
    boxes[box + j] = low
    boxes[box + j + 1] = high
  }
  return changed
}
