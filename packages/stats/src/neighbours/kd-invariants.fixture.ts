import { boxAt, LANES, NONE, pointAt, type KdNodes } from './kd-build.js'

/** Expected contents of a node, computed from the records below it. */
export interface NodeFacts {
  readonly lowest: number
  /** low and high of every side; ∞ and −∞ where no record is left. */
  readonly box: readonly (readonly [number, number])[]
}

/** The records below a node, leaf by leaf. */
export function recordsBelow(nodes: KdNodes, node: number): number[] {
  if (nodes.child[node] !== 0) return [0, 1].flatMap((k) => recordsBelow(nodes, nodes.child[node] + k))
  return [...nodes.ids.subarray(nodes.from[node], nodes.to[node])]
}

/** By definition: the lowest record below a node, and the tight box of them all. */
export function expectedFacts(nodes: KdNodes, node: number, columns: readonly Float64Array[]): NodeFacts {
  const records = recordsBelow(nodes, node)
  return {
    lowest: Math.min(NONE, ...records),
    box: columns.map((column) => {
      const values = records.map((record) => column[record] + 0)
      return [Math.min(...values), Math.max(...values)] as const
    }),
  }
}

/** Returns the contents of a node in the arrays of the tree. */
export function keptFacts({ d, lowest, boxes }: KdNodes, node: number): NodeFacts {
  const at = boxAt(d, node)
  const side = (j: number): [number, number] => [boxes[at + 4 * j] + 0, boxes[at + 4 * j + 1] + 0]
  return { lowest: lowest[node], box: Array.from({ length: d }, (_, j) => side(j)) }
}

/** The coordinates kept for a position. */
export function keptPoint({ d, points }: KdNodes, position: number): number[] {
  return Array.from({ length: d }, (_, j) => points[pointAt(d, position) + LANES * j])
}

/** The nodes without children. */
export function leavesBelow({ child }: KdNodes): number[] {
  return [...child.keys()].filter((node) => child[node] === 0)
}
