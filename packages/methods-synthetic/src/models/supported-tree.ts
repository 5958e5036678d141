import type { Tree, TreeNode } from '@sdc/stats/trees'

/**
 * Undoes the splits of a tree that chance explains: those of a node with n records and impurity R whose L leaves have the
 * impurity r together stay if (R − r)/(L − 1) ≥ F·r/(n − L), the decrease for each further leaf is F times the impurity of a
 * record within the leaves. Leaves whose values are all the same stay.
 *
 * A tree without this fits the records rather than the population: new records then copy combinations of single persons,
 * and are no more like the file.
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
  /** Impurity of the leaves. */
  readonly rest: number
}

function supported(node: TreeNode, least: number): Supported {
  const { sides, ...leaf } = node
  if (sides === undefined) return { node, leaves: 1, rest: node.impurity }
  const [left, right] = [supported(sides[0], least), supported(sides[1], least)]
  const leaves = left.leaves + right.leaves
  const rest = left.rest + right.rest
  const each = rest / Math.max(1, node.to - node.from - leaves)
  if (node.impurity - rest < least * (leaves - 1) * each)
    return { node: { ...leaf, split: undefined }, leaves: 1, rest: node.impurity }
  return { node: { ...node, sides: [left.node, right.node] }, leaves, rest }
}
