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
  const removed = ids[position]
  ids[position] = ids[last]
  positions[ids[position]] = position
  ids[last] = NONE
  let changed = removed === nodes.lowest[leaf] && setLowest(nodes, leaf)
  const box = leaf === 0 ? 0 : boxAt(d, leaf)
  for (let j = 0; j < d; j++) {
    const x = points[hole + LANES * j]
    points[hole + LANES * j] = points[source + LANES * j]
    points[source + LANES * j] = Infinity
    // Inside the box it held no side of it.
    if (leaf === 0 || (x !== nodes.boxes[box + 4 * j] && x !== nodes.boxes[box + 4 * j + 1])) continue
    if (shrinkSide(nodes, leaf, j)) changed = true
  }
  if (!changed) return
  for (let node = leaf; node !== 0;) {
    node = nodes.parent[node]
    if (!shrinkInner(nodes, node)) return
  }
}

/** Writes the lowest index of what is left in a leaf; whether it changed. */
function setLowest({ ids, from, to, lowest }: KdNodes, leaf: number): boolean {
  let least = NONE
  for (let at = from[leaf]; at < to[leaf]; at++) if (ids[at] < least) least = ids[at]
  const changed = lowest[leaf] !== least
  lowest[leaf] = least
  return changed
}

/** Makes side j of a leaf's box tight around what is left; whether it changed. */
function shrinkSide({ d, points, from, to, boxes }: KdNodes, leaf: number, j: number): boolean {
  const side = boxAt(d, leaf) + 4 * j
  let low = Infinity
  let high = -Infinity
  for (let at = from[leaf]; at < to[leaf]; at++) {
    const x = points[pointAt(d, at) + LANES * j]
    if (x < low) low = x
    if (x > high) high = x
  }
  const changed = boxes[side] !== low || boxes[side + 1] !== high
  boxes[side] = low
  boxes[side + 1] = high
  return changed
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
