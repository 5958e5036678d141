/** Records per leaf at most: fewer cost boxes, more cost distances. 8 to 48 measured alike at 4 to 13 columns. */
const LEAF = 16
/** Records whose distances are computed side by side. */
export const LANES = 4
/** The index that no record has. */
export const NONE = 0xffffffff

/**
 * A kd-tree in flat arrays. Node 0 is the root; the children of a node are a pair of neighbours, the first odd.
 * Records lie leaf by leaf, so that a leaf is scanned in one go; a leaf begins at a multiple of LANES.
 */
export interface KdNodes {
  readonly d: number
  /** Blocks of LANES records, coordinate by coordinate: see pointAt; +∞ where no record is. */
  readonly points: Float64Array
  /** The index of the record at a position, NONE where none is. */
  readonly ids: Uint32Array
  /** A node's positions are from[node] … to[node] − 1; in leaves to[node] shrinks with every deletion. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** The first child, 0 in a leaf. */
  readonly child: Uint32Array
  readonly parent: Uint32Array
  /** Tight boxes, siblings side by side: see boxAt; from +∞ to −∞ where no record is left. */
  readonly boxes: Float64Array
  /** The lowest index of a node's records, NONE where none is left. */
  readonly lowest: Uint32Array
}

/** Where the box of a node other than the root begins: its side j is from boxes[at + 4j] to boxes[at + 4j + 1]. */
export function boxAt(d: number, node: number): number {
  return ((node - 1) >> 1) * 4 * d + ((node - 1) & 1) * 2
}

/** Where coordinate j of a position is kept, for j = 0; the others follow in steps of LANES. */
export function pointAt(d: number, position: number): number {
  return (position - (position % LANES)) * d + (position % LANES)
}

/**
 * Builds the tree over the records `kept` of `coordinates` (record after record): halves at the median of the widest
 * side of the tight box. Records in one place are halved by index, so that ties are found without visiting them all.
 * A leaf has at most `leaf` records. Cost: O(n log n).
 */
export function buildNodes(coordinates: Float64Array, d: number, kept: Uint32Array, leaf = LEAF): KdNodes {
  const n = kept.length
  const leaves = leafCount(n, leaf)
  const padded = Math.ceil(n / LANES) * LANES
  const ids = new Uint32Array(padded).fill(NONE)
  ids.set(kept)
  const nodes: KdNodes = {
    d,
    points: new Float64Array(padded * d).fill(Infinity),
    ids,
    from: new Uint32Array(2 * leaves - 1),
    to: new Uint32Array(2 * leaves - 1),
    child: new Uint32Array(2 * leaves - 1),
    parent: new Uint32Array(2 * leaves - 1),
    boxes: new Float64Array((leaves - 1) * 4 * d),
    lowest: new Uint32Array(2 * leaves - 1),
  }
  split(nodes, coordinates, new Float64Array(n), n, leaf)
  for (let at = 0; at < n; at++) {
    const to = pointAt(d, at)
    for (let j = 0; j < d; j++) nodes.points[to + LANES * j] = coordinates[ids[at] * d + j]
  }
  return nodes
}

function leafCount(n: number, leaf: number): number {
  return n <= leaf ? 1 : leafCount(firstPart(n), leaf) + leafCount(n - firstPart(n), leaf)
}

/** Half of n, rounded up to whole blocks. */
function firstPart(n: number): number {
  return Math.ceil(n / (2 * LANES)) * LANES
}

function split(nodes: KdNodes, coordinates: Float64Array, keys: Float64Array, n: number, leaf: number): void {
  const { d, ids, from, to, child, parent } = nodes
  const low = new Float64Array(d)
  const high = new Float64Array(d)
  let used = 1
  const grow = (node: number): void => {
    const first = from[node]
    const end = to[node]
    const widest = enclose(nodes, coordinates, node, low, high)
    if (end - first <= leaf) return
    const middle = first + firstPart(end - first)
    if (widest < 0) ids.subarray(first, end).sort()
    else {
      for (let at = first; at < end; at++) keys[at] = coordinates[ids[at] * d + widest]
      select(keys, ids, first, end - 1, middle)
    }
    const pair = used
    used += 2
    child[node] = pair
    parent[pair] = parent[pair + 1] = node
    from[pair] = first
    to[pair] = from[pair + 1] = middle
    to[pair + 1] = end
    grow(pair)
    grow(pair + 1)
  }
  to[0] = n
  grow(0)
}

/** Writes the tight box and the lowest index of a node; returns the widest side, −1 where all have length 0. */
function enclose(
  nodes: KdNodes,
  coordinates: Float64Array,
  node: number,
  low: Float64Array,
  high: Float64Array,
): number {
  const { d, ids, boxes } = nodes
  low.fill(Infinity)
  high.fill(-Infinity)
  let least = NONE
  for (let at = nodes.from[node]; at < nodes.to[node]; at++) {
    const id = ids[at]
    if (id < least) least = id
    for (let j = 0; j < d; j++) {
      const x = coordinates[id * d + j]
      if (x < low[j]) low[j] = x
      if (x > high[j]) high[j] = x
    }
  }
  nodes.lowest[node] = least
  const box = boxAt(d, node)
  let widest = -1
  let width = 0
  for (let j = 0; j < d; j++) {
    if (node > 0) {
      boxes[box + 4 * j] = low[j]
      boxes[box + 4 * j + 1] = high[j]
    }
    if (high[j] - low[j] > width) {
      width = high[j] - low[j]
      widest = j
    }
  }
  return widest
}

/** Hoare's selection by median of three: afterwards keys before `target` are not above it, keys after not below. */
function select(keys: Float64Array, ids: Uint32Array, first: number, last: number, target: number): void {
  let low = first
  let high = last
  while (low < high) {
    const a = keys[low]
    const b = keys[(low + high) >> 1]
    const c = keys[high]
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b
    let i = low
    let j = high
    while (i <= j) {
      while (keys[i] < pivot) i++
      while (keys[j] > pivot) j--
      if (i > j) break
      const key = keys[i]
      keys[i] = keys[j]
      keys[j] = key
      const id = ids[i]
      ids[i] = ids[j]
      ids[j] = id
      i++
      j--
    }
    if (target <= j) high = j
    else if (target >= i) low = i
    else return
  }
}
