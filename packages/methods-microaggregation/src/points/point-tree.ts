import { NO_RECORD } from './distinct-points.js'
import type { PointMetric } from './point-metric.js'

/** Maximum number of points per leaf: fewer cost boxes, more cost distances. */
const LEAF = 16

/** Number of points that make one leaf: scanning all of them is faster than keeping boxes tight. */
const FEW = 2048

/** Number of points whose distances are computed together. */
export const LANES = 4

/**
 * kd-tree of distinct points in flat arrays, for searches of the nearest and of the farthest with deletion from the
 * outside inwards. Node 0 is the root; the children of a node are adjacent, the first odd. The points of a leaf are
 * adjacent and begin at a multiple of LANES.
 */
export interface PointTree {
  readonly d: number
  readonly metric: PointMetric
  /** Blocks of LANES points, coordinate by coordinate; +∞ for empty places. */
  readonly points: Float64Array
  /** Point at each position. */
  readonly ids: Uint32Array
  /** Position of each point. */
  readonly positions: Uint32Array
  /** Lowest remaining record of a point, NO_RECORD if there is none. */
  readonly first: Uint32Array
  /** Positions of a node are from[node] … to[node] − 1; in leaves to[node] decreases with every deletion. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** First child of a node, 0 for a leaf. */
  readonly child: Uint32Array
  readonly parent: Uint32Array
  /** Leaf of each block of LANES. */
  readonly leaves: Uint32Array
  /** Tight boxes, siblings interleaved: see boxAt; from +∞ to −∞ if no point is left. */
  readonly boxes: Float64Array
  /** Greatest `norm` of the points of a node, −1 if none is left. */
  readonly reach: Float64Array
  /** Lowest record of the points of a node, NO_RECORD if none is left. */
  readonly lowest: Uint32Array
}

/**
 * Returns the index where the box of a node begins: its side j is from boxes[at + 4j] to boxes[at + 4j + 1]. The place
 * of a sibling of the root is empty.
 *
 * @param d - Number of coordinates of a point.
 * @param node - Number of the node.
 * @returns An index in `boxes`.
 */
export function boxAt(d: number, node: number): number {
  return ((node + 1) >> 1) * 4 * d + ((node + 1) & 1) * 2
}

/**
 * Returns the leaf of a position.
 *
 * @param tree - Tree.
 * @param position - Position of a point, see `positions`.
 * @returns The number of the node.
 */
export function leafAt(tree: PointTree, position: number): number {
  return tree.leaves[(position - (position & (LANES - 1))) / LANES]
}

/**
 * Returns the index of coordinate 0 of a position; the other coordinates follow in steps of LANES.
 *
 * @param d - Number of coordinates of a point.
 * @param position - Position of a point.
 * @returns An index in `points`.
 */
export function coordinateAt(d: number, position: number): number {
  return (position & -LANES) * d + (position & (LANES - 1))
}

/**
 * Builds the tree in the array of the coordinates, without another copy: halves at the median of the widest side. A
 * leaf is read in one go. Cost: O(dn log n).
 *
 * @param coordinates - Point after point, with room for a multiple of LANES points; the tree uses the array.
 * @param d - Number of coordinates of a point.
 * @param count - n, the number of points.
 * @param first - Lowest record of every point; the tree uses the array and changes it by deletion.
 * @param metric - Distance; its centre is the origin of `reach`.
 * @returns The tree.
 */
export function pointTree(
  coordinates: Float64Array,
  d: number,
  count: number,
  first: Uint32Array,
  metric: PointMetric,
): PointTree {
  const padded = Math.ceil(count / LANES) * LANES
  const nodes = count <= FEW ? 1 : 2 * leafCount(count) - 1
  const ids = new Uint32Array(padded)
  for (let point = 0; point < count; point++) ids[point] = point
  const tree: PointTree = {
    d,
    metric,
    points: coordinates,
    ids,
    positions: new Uint32Array(count),
    first,
    from: new Uint32Array(nodes),
    to: new Uint32Array(nodes),
    child: new Uint32Array(nodes),
    parent: new Uint32Array(nodes),
    leaves: new Uint32Array(padded / LANES),
    boxes: new Float64Array((nodes + 1) * 2 * d),
    reach: new Float64Array(nodes),
    lowest: new Uint32Array(nodes),
  }
  grow(tree, count)
  return tree
}

/**
 * Builds the tree again from the remaining points, in the same arrays.
 *
 * @param tree - Tree.
 */
export function rebuild(tree: PointTree): void {
  const { d, points, ids, from, to, child } = tree
  const block = new Float64Array(LANES * d)
  const leaves = [...child.keys()].filter((node) => child[node] === 0 && to[node] > from[node])
  leaves.sort((a, b) => from[a] - from[b])
  let count = 0
  for (const leaf of leaves) {
    for (let at = from[leaf]; at < to[leaf]; at += LANES) {
      block.set(points.subarray(at * d, (at + LANES) * d))
      for (let lane = 0; lane < LANES && at + lane < to[leaf]; lane++) {
        ids[count] = ids[at + lane]
        for (let j = 0; j < d; j++) points[count * d + j] = block[j * LANES + lane]
        count++
      }
    }
  }
  for (const nodes of [from, to, child]) nodes.fill(0)
  grow(tree, count)
}

/**
 * Moves the centre of the metric, and updates the reach of every node. Cost: O(dn).
 *
 * @param tree - Tree.
 * @param centre - d coordinates.
 */
export function recentre(tree: PointTree, centre: Float64Array): void {
  tree.metric.centre.set(centre)
  // Children come after their parents.
  for (let node = tree.child.length - 1; node >= 0; node--) {
    const pair = tree.child[node]
    tree.reach[node] = pair === 0 ? leafReach(tree, node) : Math.max(tree.reach[pair], tree.reach[pair + 1])
  }
}

function leafReach({ d, metric, points, from, to }: PointTree, leaf: number): number {
  let most = -1
  for (let at = from[leaf]; at < to[leaf]; at++) {
    most = Math.max(most, metric.norm(points, coordinateAt(d, at), LANES, d))
  }
  return most
}

function leafCount(n: number): number {
  return n <= LEAF ? 1 : leafCount(firstPart(n)) + leafCount(n - firstPart(n))
}

/** Returns half of n, rounded up to whole blocks. */
function firstPart(n: number): number {
  return Math.ceil(n / (2 * LANES)) * LANES
}

function grow(tree: PointTree, count: number): void {
  const { d, metric, points, ids, from, to, child, parent, boxes, reach, lowest, first } = tree
  const block = new Float64Array(LANES * d)
  let used = 1
  const split = (node: number): void => {
    const start = from[node]
    const end = to[node]
    encloseRows(node)
    if (end - start <= LEAF || count <= FEW) {
      finish(node)
      return
    }
    const middle = start + firstPart(end - start)
    select(points, ids, d, widest(node), start, end - 1, middle)
    const pair = used
    used += 2
    child[node] = pair
    parent[pair] = parent[pair + 1] = node
    from[pair] = start
    to[pair] = from[pair + 1] = middle
    to[pair + 1] = end
    split(pair)
    split(pair + 1)
  }
  const encloseRows = (node: number): void => {
    const end = to[node]
    let least = NO_RECORD
    for (let at = from[node]; at < end; at++) if (first[ids[at]] < least) least = first[ids[at]]
    lowest[node] = least
    let most = -1
    for (let at = from[node]; at < end; at++) most = Math.max(most, metric.norm(points, at * d, 1, d))
    reach[node] = most
    for (let j = 0, box = boxAt(d, node); j < d; j++, box += 4) {
      let low = Infinity
      let high = -Infinity
      for (let at = from[node] * d + j; at < end * d; at += d) {
        const x = points[at]
        if (x < low) low = x
        if (x > high) high = x
      }
      boxes[box] = low
      boxes[box + 1] = high
    }
  }
  const widest = (node: number): number => {
    let most = -1
    let best = 0
    for (let j = 0, box = boxAt(d, node); j < d; j++, box += 4) {
      const width = metric.width(j, boxes[box], boxes[box + 1])
      if (width <= most) continue
      most = width
      best = j
    }
    return best
  }
  /** Arranges the points of a leaf in blocks, coordinate by coordinate. */
  const finish = (leaf: number): void => {
    const end = to[leaf]
    for (let start = from[leaf]; start < end; start += LANES) {
      block.fill(Infinity)
      for (let lane = 0; lane < LANES && start + lane < end; lane++) {
        tree.positions[ids[start + lane]] = start + lane
        for (let j = 0; j < d; j++) block[j * LANES + lane] = points[(start + lane) * d + j]
      }
      points.set(block, start * d)
      tree.leaves[start / LANES] = leaf
    }
  }
  from[0] = 0
  to[0] = count
  split(0)
}

/**
 * Hoare's selection by median of three: afterwards coordinates j before `target` are not above it, and those after it
 * not below.
 */
function select(
  points: Float64Array,
  ids: Uint32Array,
  d: number,
  j: number,
  start: number,
  last: number,
  target: number,
): void {
  let low = start
  let high = last
  while (low < high) {
    const a = points[low * d + j]
    const b = points[((low + high) >> 1) * d + j]
    const c = points[high * d + j]
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b
    let i = low
    let k = high
    while (i <= k) {
      while (points[i * d + j] < pivot) i++
      while (points[k * d + j] > pivot) k--
      if (i > k) break
      if (i < k) swap(points, ids, d, i, k)
      i++
      k--
    }
    if (target <= k) high = k
    else if (target >= i) low = i
    else return
  }
}

function swap(points: Float64Array, ids: Uint32Array, d: number, a: number, b: number): void {
  const id = ids[a]
  ids[a] = ids[b]
  ids[b] = id
  for (let j = 0, x = a * d, y = b * d; j < d; j++, x++, y++) {
    const coordinate = points[x]
    points[x] = points[y]
    points[y] = coordinate
  }
}
