import type { Tree, TreeNode, TreeSplit } from '@sdc/stats/trees'

/** Levels of a predictor beyond the second that are as easy to fit as one more split. */
const LEVELS_OF_A_SPLIT = 5

/**
 * Undoes the splits of a tree that chance explains. Let a node have n records and impurity R, and its L leaves together the
 * impurity r. Its splits stay if R − r ≥ F·c·r/(n − L). c is the sum over its splits of 1 for a predictor of numbers, and
 * 1 + (K − 2)/5 for one with K categories in the node: their order is fitted, too. Leaves whose values are all the same stay.
 *
 * A tree without this fits the records rather than the population: new records then copy combinations of single persons,
 * and are no more like the file.
 *
 * F is the statistic of an analysis of variance of the leaves. Its use here is the project's own.
 *
 * @param tree - The tree.
 * @param least - F: 0 undoes none.
 * @returns The tree with fewer splits.
 */
export function supportedTree({ records, root }: Tree, least: number): Tree {
  return { records, root: supported(root, least).node }
}

interface Supported {
  readonly node: TreeNode
  readonly leaves: number
  /** Sum of c over the splits. */
  readonly cost: number
  /** Impurity of the leaves. */
  readonly rest: number
}

function supported(node: TreeNode, least: number): Supported {
  const { sides, split, ...leaf } = node
  const alone = { leaves: 1, cost: 0, rest: node.impurity }
  if (sides === undefined || split === undefined) return { node, ...alone }
  const [left, right] = [supported(sides[0], least), supported(sides[1], least)]
  const leaves = left.leaves + right.leaves
  const cost = left.cost + right.cost + costOf(split)
  const rest = left.rest + right.rest
  const each = rest / Math.max(1, node.to - node.from - leaves)
  if (node.impurity - rest < least * cost * each) return { node: leaf, ...alone }
  return { node: { ...node, sides: [left.node, right.node] }, leaves, cost, rest }
}

function costOf({ left, right }: TreeSplit): number {
  const levels = (left?.size ?? 1) + (right?.size ?? 1)
  return 1 + (levels - 2) / LEVELS_OF_A_SPLIT
}
