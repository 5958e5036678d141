import { rowNumbers } from './records.js'

/**
 * Maximum number of records per leaf: fewer cost boxes, more cost distances. Values from 8 to 48 took the same time at
 * 4 to 13 columns.
 */
const LEAF = 16
/** Number of records whose distances are computed together. */
export const LANES = 4
/** Index that no record has. */
export const NONE = 0xffffffff

/**
 * kd-tree in flat arrays. Node 0 is the root; the children of a node are adjacent, the first odd. Records are stored
 * leaf by leaf, so that a leaf is scanned in one go; a leaf begins at a multiple of LANES.
 */
export interface KdNodes {
  readonly d: number
  /** Blocks of LANES records, coordinate by coordinate: see pointAt; +∞ for empty places. */
  readonly points: Float64Array
  /** Index of the record at a position, NONE for empty places. */
  readonly ids: Uint32Array
  /** Positions of a node are from[node] … to[node] − 1. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** First child of a node, 0 for a leaf. */
  readonly child: Uint32Array
  readonly parent: Uint32Array
  /** Tight boxes, siblings interleaved: see boxAt. */
  readonly boxes: Float64Array
  /** Lowest index of the records of a node, NONE if it has none. */
  readonly lowest: Uint32Array
}

/**
 * Returns the index where the box of a node other than the root begins: its side j is from boxes[at + 4j] to boxes[at +
 * 4j + 1].
 */
export function boxAt(d: number, node: number): number {
  return ((node - 1) >> 1) * 4 * d + ((node - 1) & 1) * 2
}

/** Returns the index of coordinate 0 of a position; the other coordinates follow in steps of LANES. */
export function pointAt(d: number, position: number): number {
  return (position - (position % LANES)) * d + (position % LANES)
}

/**
 * Returns the records of a tree, one after another by index; 0 for missing indices. They are computed on request:
 * stored with the tree they would double its memory.
 *
 * @param nodes - Tree.
 * @param n - One more than the greatest index.
 * @returns d coordinates per record.
 *
 * Cost: O(dn).
 */
export function coordinatesOf({ d, points, ids }: KdNodes, n: number): Float64Array {
  const coordinates = new Float64Array(n * d)
  for (let at = 0; at < ids.length; at++) {
    if (ids[at] === NONE) continue
    const from = pointAt(d, at)
    for (let j = 0; j < d; j++) coordinates[ids[at] * d + j] = points[from + LANES * j]
  }
  return coordinates
}

/**
 * Builds the tree over the records `kept` of `coordinates` (record after record): halves at the median of the widest
 * side of the tight box. Records in one place are halved by index, so that ties are found without visiting them all. A
 * leaf has at most `leaf` records. Cost: O(n log n).
 */
export function buildNodes(coordinates: Float64Array, d: number, kept: Uint32Array, leaf = LEAF): KdNodes {
  const n = kept.length
  const nodes = nodesFor(kept, d, leaf)
  for (let at = 0; at < n; at++) {
    const to = pointAt(d, at)
    for (let j = 0; j < d; j++) nodes.points[to + LANES * j] = coordinates[kept[at] * d + j]
  }
  split(nodes, n, leaf)
  return nodes
}

/**
 * Builds the same tree over all records of some columns of equal length and finite values. It needs no copy of them
 * record after record, which would be as large as the tree. Cost: O(n log n).
 */
export function buildNodesOf(columns: readonly Float64Array[]): KdNodes {
  const d = columns.length
  const n = columns[0].length
  const nodes = nodesFor(rowNumbers(n), d, LEAF)
  columns.forEach((column, j) => {
    for (let at = 0; at < n; at++) nodes.points[pointAt(d, at) + LANES * j] = column[at]
  })
  split(nodes, n, LEAF)
  return nodes
}

/** Allocates a tree for these records, still without their coordinates. */
function nodesFor(kept: Uint32Array, d: number, leaf: number): KdNodes {
  const n = kept.length
  const leaves = leafCount(n, leaf)
  const padded = Math.ceil(n / LANES) * LANES
  const ids = new Uint32Array(padded).fill(NONE)
  ids.set(kept)
  return {
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
}

function leafCount(n: number, leaf: number): number {
  return n <= leaf ? 1 : leafCount(firstPart(n), leaf) + leafCount(n - firstPart(n), leaf)
}

/** Returns half of n, rounded up to whole blocks. */
function firstPart(n: number): number {
  return Math.ceil(n / (2 * LANES)) * LANES
}

/** The records move with their indices: records visited together are adjacent. */
function split(nodes: KdNodes, n: number, leaf: number): void {
  const { d, ids, from, to, child, parent } = nodes
  const low = new Float64Array(d)
  const high = new Float64Array(d)
  let used = 1
  const grow = (node: number): void => {
    const first = from[node]
    const end = to[node]
    const widest = enclose(nodes, node, low, high)
    if (end - first <= leaf) return
    const middle = first + firstPart(end - first)
    if (widest < 0) ids.subarray(first, end).sort()
    else select(nodes, widest, first, end - 1, middle)
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

/** Writes the tight box and the lowest index of a node; returns the widest side, −1 if all have length 0. */
function enclose(nodes: KdNodes, node: number, low: Float64Array, high: Float64Array): number {
  const { d, ids, points, boxes } = nodes
  const first = nodes.from[node]
  const end = nodes.to[node]
  low.fill(Infinity)
  high.fill(-Infinity)
  let least = NONE
  for (let at = first; at < end; at++) if (ids[at] < least) least = ids[at]
  // A node begins with a block; its last block may be shared with another node, or partly empty.
  for (let block = first; block < end; block += LANES) {
    const lanes = Math.min(LANES, end - block)
    for (let j = 0, place = block * d; j < d; j++, place += LANES) {
      for (let lane = 0; lane < lanes; lane++) {
        const x = points[place + lane]
        if (x < low[j]) low[j] = x
        if (x > high[j]) high[j] = x
      }
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

/**
 * Hoare's selection by median of three: afterwards the records before `target` are not above it in this coordinate, and
 * those after it not below.
 */
function select({ d, ids, points }: KdNodes, side: number, first: number, last: number, target: number): void {
  const offset = LANES * side
  let low = first
  let high = last
  while (low < high) {
    const half = (low + high) >> 1
    const a = points[pointAt(d, low) + offset]
    const b = points[pointAt(d, half) + offset]
    const c = points[pointAt(d, high) + offset]
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b
    let i = low
    let j = high
    while (i <= j) {
      while (points[pointAt(d, i) + offset] < pivot) i++
      while (points[pointAt(d, j) + offset] > pivot) j--
      if (i > j) break
      swapRecords(points, ids, d, i, j)
      i++
      j--
    }
    if (target <= j) high = j
    else if (target >= i) low = i
    else return
  }
}

function swapRecords(points: Float64Array, ids: Uint32Array, d: number, i: number, j: number): void {
  const id = ids[i]
  ids[i] = ids[j]
  ids[j] = id
  let a = pointAt(d, i)
  let b = pointAt(d, j)
  for (let k = 0; k < d; k++, a += LANES, b += LANES) {
    const x = points[a]
    points[a] = points[b]
    points[b] = x
  }
}
